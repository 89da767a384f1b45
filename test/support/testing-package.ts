/** Lines written to stderr during a piece of work; for tests. */
export async function capturedStderr(work: () => Promise<unknown>): Promise<readonly string[]> {
  const printed: string[] = [];
  const own = Object.getOwnPropertyDescriptor(process.stderr, 'write');
  const write = (text: string | Uint8Array): boolean => printed.push(String(text)) > 0;
  Object.defineProperty(process.stderr, 'write', { value: write, configurable: true, writable: true });
  try {
    await work();
  } finally {
    if (own === undefined) Reflect.deleteProperty(process.stderr, 'write');
    else Object.defineProperty(process.stderr, 'write', own);
  }
  return printed;
}

/** The error that a promise rejects with; for tests of this package. @throws when it resolves */
export async function rejection(work: Promise<unknown>): Promise<Error> {
  const outcome = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (outcome instanceof Error) return outcome;
  throw new TypeError('The promise did not reject with an Error.');
}
