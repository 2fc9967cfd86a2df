function main() {
  for (let c = 0; c > 0; c = c - 1) {
    const k = () => c;
  }
}
