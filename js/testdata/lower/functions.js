function functions(a, b) {
  const f = function () {
    return a;
  };
  const g = function named(x) {
    return x;
  };
  const h = (x) => x + b;
  const i = async (x) => {
    await x;
  };
  function j(x, y) {
    const z = () => x + y + a;
    return z;
  }
  function* k() {
    return 1;
  }
  return [f, g, h, i, j, k, () => () => a, function () {}];
}
