/** @see bundler-plugin/outside-imports.ts; esbuild is loaded when it is asked. */
export const findOutsideImports = async (code: string): Promise<readonly string[]> =>
  (await import('./bundler-plugin/outside-imports.ts')).findOutsideImports(code);
