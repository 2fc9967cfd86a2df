function join(a, b) {
  let x = a;
  if (b > 3) {
    f(x);
  }
  while (a < 4) {
    a = a + 1;
  }
  return x + a;
}
