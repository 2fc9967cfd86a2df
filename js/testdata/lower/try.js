function tries(a) {
  try {
    let x = 1;
    x += a;
    a.b++;
    for (const y of a) y(x);
  } catch (e) {
    a(e);
  }
  try {
    a();
    try {
      a(1);
    } catch (e) {
      a(e);
      return e;
    }
  } catch {
    throw a;
  }
  try {
  } catch {
    a();
  }
  while (a) {
    try {
      if (a) break;
      if (a()) continue;
    } catch ({}) {}
  }
  try {
    return 1;
  } catch {}
  return 2;
}

function literals(a) {
  do {
    try {
      1;
      break;
    } catch (e) {
      a();
    }
  } while (a);
  for (let i = 0; i < 3; i = a) {
    try {
      1;
      return [{}];
    } catch (e) {
      continue;
    }
  }
  try {
    1;
  } catch (e) {
    try {
      2;
    } catch (e) {
      a();
    }
  }
  try {
    return;
  } catch {}
  return a;
}
