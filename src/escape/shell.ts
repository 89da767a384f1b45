/** One word of a POSIX shell. Single quotes take everything literally; a single quote itself ends them, is escaped, and opens them again. */
export const shellWord = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** True for a word that every shell takes as it stands, quoted or not: what completion may put on a command line. */
export const isPlainWord = (text: string): boolean => /^[\w@%+=:,./-]+$/.test(text);
