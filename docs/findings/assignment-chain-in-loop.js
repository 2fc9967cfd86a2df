function main(b) {
  for (let d = 0; b && d < 0; d += 1) {
    let e;
    b = e = 0;
  }
}
