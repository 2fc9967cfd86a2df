function main() {
  return (...d) => d;
}
