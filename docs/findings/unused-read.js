function main(a, b) {
  b.x;
  return a;
}
