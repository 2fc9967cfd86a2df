function main() {
  let b;
  let c = (b = 0) ? 0 : 0;
}
