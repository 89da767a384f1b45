/** A quick test: a module without any of these cannot name files beside itself. */
export const mayNameFiles = (text: string): boolean =>
  text.includes('import.meta') || text.includes('__dirname') || text.includes('__filename') || text.includes('require.resolve(');
