/** Arguments from the compiler, removed from `process.argv` so that user code does not see them. */
export const words: ReadonlySet<string> = new Set(process.argv.splice(2));
