function main() {
  h(() => {
    for (let k = 0; k < 0; ++k, 0) {}
  });
}
