// Loads the command line: the built files of the installed package, or the sources through tsx in a checkout.
import { existsSync } from 'node:fs';
import module from 'node:module';

/** @param {readonly string[]} args */
export async function startCli(args) {
  const sources = new URL('../src/cli/index.ts', import.meta.url);
  const inCheckout = existsSync(sources);
  // Node 20 has no compile cache; where it exists it saves a third of the compiler's load time.
  if (!inCheckout && typeof module.enableCompileCache === 'function') module.enableCompileCache();
  if (inCheckout) await registerSources();
  const cli = await import(inCheckout ? sources.href : new URL('../dist/cli/index.js', import.meta.url).href);
  await cli.main(args);
}

/** Makes this process resolve `@service/*` to the workspace's sources and run TypeScript, without a second process between the terminal and us. */
async function registerSources() {
  const { register } = await import('tsx/esm/api');
  register();
  module.register('./source-condition.js', import.meta.url);
}
