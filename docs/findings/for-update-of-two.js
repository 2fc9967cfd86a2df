function main(a, b) {
  let d = a;
  for (let i = 0; i < 3; i++, d = b) {
    const l = () => b;
  }
  return b;
}
