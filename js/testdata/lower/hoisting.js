function hoisting(a) {
  const even = (n) => n === 0 || odd(n - 1);
  const odd = (n) => n !== 0 && even(n - 1);
  const self = () => self();
  early();
  function early() {
    return late + early;
  }
  let late = 1;
  {
    const inner = () => [x, y, late];
    let x = 1;
    const { y } = a;
    inner();
  }
  if (a) {
    a(() => z);
  }
  let z = 2;
  return [even, odd, self, z];
}
