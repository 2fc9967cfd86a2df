async function asynchronous(a) {
  const b = await a;
  await b(await a());
  return await b;
}
