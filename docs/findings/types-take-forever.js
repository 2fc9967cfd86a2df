function main(a, c) {
  while (f(a)) {
    if (f(a)) a = c;
    if (f(c)) c = a;
    if (f(a)) a = c;
    if (f(c)) c = a;
    if (f(a)) a = c;
    if (f(c)) c = a;
    if (f(a)) a = c;
    if (f(c)) c = a;
    if (f(a)) a = c;
    if (f(c)) c = a;
  }
  return a;
}
