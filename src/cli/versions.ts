import { readFileSync } from 'node:fs';

/** Version of this command line; every `@service/*` package of a project carries the same one. */
export function cliVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  const manifest: unknown = JSON.parse(text);
  if (typeof manifest === 'object' && manifest !== null && 'version' in manifest && typeof manifest.version === 'string')
    return manifest.version;
  throw new Error('the package of the command line has no version');
}
