function main(a) {
  return [a, a = 2];
}
