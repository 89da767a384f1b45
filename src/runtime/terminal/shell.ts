/** One word of a POSIX shell. Single quotes take everything literally; a single quote itself ends them, is escaped, and opens them again. */
export const shellWord = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** True for a word that needs no quotes in any shell, so that completion may offer it: `$(…)` would run with the next Enter. */
export const isPlainWord = (text: string): boolean => /^(?!=)[\p{L}\p{N}_@%+=:,./-]+$/u.test(text);
