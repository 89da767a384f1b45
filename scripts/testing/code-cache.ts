import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeAtExit } from './at-exit.ts';

/** Environment variable with the folder of what V8 has compiled in this run; see `code-cache.cjs`. */
const codeCacheVariable = 'TEST_CODE_CACHE';
const hook = join(import.meta.dirname, 'code-cache.cjs');

/** Processes of this run that load the type checker take what the first of them has compiled. Gone with this process. */
export function startCodeCache(): void {
  // Other users of the machine can neither read nor write it.
  const folder = mkdtempSync(join(tmpdir(), 'service-code-'));
  removeAtExit(folder);
  process.env[codeCacheVariable] = folder;
}

/** Flags of Node for a process that may load the type checker; none outside of a run. */
export const codeCacheFlags = (): readonly string[] => (process.env[codeCacheVariable] === undefined ? [] : ['--require', hook]);

/** The same for all that programs start with these variables: npm, and what the scripts of a project name. */
export function withCodeCache(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const folder = process.env[codeCacheVariable];
  if (folder === undefined) return env;
  return {
    ...env,
    [codeCacheVariable]: folder,
    NODE_OPTIONS: `${env['NODE_OPTIONS'] ?? ''} --require ${JSON.stringify(hook)}`.trimStart(),
  };
}
