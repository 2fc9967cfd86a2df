function main(c) {
  for (const e in 0) {
    try {
      switch (c) {
        case 2:
          c *= 0;
      }
    } catch {}
  }
}
