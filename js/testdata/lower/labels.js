function jumps(a) {
  outer: for (const x of a) {
    inner: {
      if (x) break inner;
      if (x > 1) continue outer;
      else break outer;
    }
    while (x) {
      while (a) continue outer;
      break outer;
    }
  }
  l: if (a) {
    break l;
  }
  m: n: while (a) {
    if (a.b) break m;
    continue n;
  }
  s: switch (a) {
    case 1:
      while (a) break s;
  }
  e: {
    f: {
      break e;
    }
  }
}
