/** The error that a promise rejects with; for tests of this package. @throws when it resolves */
export async function rejection(work: Promise<unknown>): Promise<Error> {
  const outcome = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (outcome instanceof Error) return outcome;
  throw new TypeError('The promise did not reject with an Error.');
}
