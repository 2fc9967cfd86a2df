function main(b) {
  let c;
  try {
    c = b;
  } catch {
    if (0) {}
  }
  return c;
}
