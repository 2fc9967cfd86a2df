function updates(a, b) {
  a++;
  --b;
  a.p++;
  ++a[0];
  a[b]--;
  return [a++, --b, a.p--, ++a.p, a[b]++, ++a[b]];
}
