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
