function main() {
  let b;
  for (const d of []) {
    L1: {
      b--;
      f(b);
    }
  }
}
