function main() {
  let j = 0;
  do {
    return;
  } while ((j = j + 1) <= 0);
}
