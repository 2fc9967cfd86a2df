function main(a) {
  try {
    const b = { x: 1 }?.z;
  } catch {
    throw a;
  }
  return a;
}
