function main() {
  try {
    for (let a = 0; (a = a - 1) >= 0;) {
      break;
    }
  } catch {}
}
