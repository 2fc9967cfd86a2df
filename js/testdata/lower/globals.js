const c = 1;
let l = 2;
const { d, e: [g] } = l;
function globals() {
  return [c, l, d, g, globals, other, free, Math.max(c)];
}
const other = (a) => a + c;
const third = function () {
  return third;
};
const fourth = function named(a) {
  return a;
};
