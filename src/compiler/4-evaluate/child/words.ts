/** What the compiler says to this process; taken away, so that the user's code sees no arguments. */
export const words: ReadonlySet<string> = new Set(process.argv.splice(2));
