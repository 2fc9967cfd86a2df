function main(a) {
  return [a, a++];
}
