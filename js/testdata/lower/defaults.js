function defaults(a, b = 1, c = a, d = () => {}, e = [1, a], f = { a, b: 2 }, g = a ? 1 : b || 2, h = glob.x.y, i = !a, j = glob(a)) {
  return [b, c, d, e, f, g, h, i, j];
}
