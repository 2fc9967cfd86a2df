function main(a, b) {
  let c = b *= 5 * a + 7;
  b += b;
  b = 31 * a + b;
  L0: {
    g(b++ ** [b, c, 6][b & 1], c, 5);
  }
  return [c, b, a];
}
