function main() {
  let d;
  try {
    let e;
  } catch {
    d = 0;
  }
  return d;
}
