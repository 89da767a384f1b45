/** One word of a POSIX shell. Single quotes take everything literally; a single quote itself ends them, is escaped, and opens them again. */
export const shellWord = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** True for a word that needs no quotes in any shell, so that completion may offer it. */
export const isPlainWord = (text: string): boolean => /^[\w@%+=:,./-]+$/.test(text);
