import { createRequire } from 'node:module';

/** The functions of jest where it puts none into the global object (`injectGlobals: false`); a module that only its own `require` knows. */
export function findJestGlobals(): object | undefined {
  if (process.env['JEST_WORKER_ID'] === undefined) return undefined;
  try {
    return createRequire(import.meta.url)('@jest/globals') as object;
  } catch {
    // vitest sets the variable too, and the module refuses to be loaded outside of jest.
    return undefined;
  }
}
