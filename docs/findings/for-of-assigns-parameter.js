function main(a, b) {
  for (a of [b]) {
    f(a);
  }
  return a;
}
