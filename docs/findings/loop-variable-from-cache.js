function main(a) {
  let b = 0;
  while (g(a), b < 1) {
    b++;
    a = g(a);
  }
  if (!b) return a;
  return [b];
}
