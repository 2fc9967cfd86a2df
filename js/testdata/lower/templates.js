function templates(a, b) {
  return [``, `x`, `${a}`, `x${a}y${b + `${a}`}z`, `\n${a}`, a`tag`, a.b`tag`];
}
