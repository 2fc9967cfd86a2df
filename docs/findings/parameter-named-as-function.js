function main() {
  function e(e) {}
  e();
}
