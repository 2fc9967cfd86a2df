function main(a) {
  do {
    a = g(a);
  } while (f(a));
  return a;
}
