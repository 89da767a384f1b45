/** A module whose text has none of these knows nothing of files. */
export const mayNameFiles = (text: string): boolean =>
  text.includes('import.meta') || text.includes('__dirname') || text.includes('__filename') || text.includes('require.resolve(');
