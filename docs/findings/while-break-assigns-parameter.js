function main(a) {
  while (g(a)) {
    a = g(a);
    break;
  }
  return [a];
}
