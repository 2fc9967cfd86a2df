function arrays(a, b) {
  return [[], [a], [, a], [a, , b, ,], [...a, b, ...b], [[a], [b]]];
}
