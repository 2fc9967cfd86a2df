function operators(a, b) {
  a + b, a - b, a * b, a / b, a % b, a ** b, a << b, a >> b, a >>> b, a & b, a | b, a ^ b;
  a == b, a != b, a === b, a !== b, a < b, a <= b, a > b, a >= b, a in b, a instanceof b;
  -a, +a, !a, ~a, typeof a, typeof glob, void a;
  delete a.b, delete a[0], delete a[b];
  return a;
}
