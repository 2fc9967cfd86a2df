function main(a, b, c) {
  let d = a;
  f(d);
  [d, c] = [c, d];
  return [d, c];
}
