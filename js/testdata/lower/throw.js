function throws(a) {
  if (a) throw a.b;
  while (a) throw new Error("x");
  throw 1;
}
