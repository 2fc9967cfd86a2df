function objects(a, b) {
  return {
    a,
    b: a,
    "c d": 1,
    1: 2,
    1.5: 3,
    [a]: b,
    [a.b]: 1,
    ["e"]: 2,
    ...b,
    m(x) {
      return x + a;
    },
    async n() {
      await a;
    },
    "o"() {},
    empty: {},
  };
}
