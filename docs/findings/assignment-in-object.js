function main(a, b) {
  return { x: a, y: a = b };
}
