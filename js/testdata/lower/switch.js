function cases(a) {
  switch (a) {
  }
  switch (a) {
    default:
  }
  switch (a) {
    case 1:
    case 2:
      a();
    default:
      a(2);
    case "x": {
      break;
    }
    case -1:
      return;
    case glob.p.q:
      let s = 1;
      a(s);
  }
  switch (a) {
    case 1:
      let t = 1;
      break;
    case 2:
      t = 2;
      a(t);
  }
}
