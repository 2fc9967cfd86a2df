function ifs(a, b) {
  if (a) b();
  if (a) {
    b(1);
  } else {
    b(2);
  }
  if (a === 1) {
    return 1;
  } else if (a === 2) {
    b = 2;
  } else if (a === 3) b = 3;
  else throw b;
  if (a) {
    return a;
  } else {
    return b;
  }
}
