import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { copyProject } from '../../test/support/compile.ts';

/** What the official suite is run against. */
export const conformanceProject = resolve(import.meta.dirname, '../../fixtures/conformance');

const transport = '  transport: { eventStore: { enabled: true } },\n';

/** A copy of it with other options in the place of those of `transport`. */
export function copyWithOptions(options: string): string {
  const main = readFileSync(join(conformanceProject, 'src/main.ts'), 'utf8');
  if (!main.includes(transport))
    throw new Error(`fixtures/conformance/src/main.ts has no line ${transport.trim()} to put other options at`);
  const copy = copyProject(conformanceProject, {
    'src/main.ts': main.replace(transport, options),
    'tsconfig.json': JSON.stringify({ extends: join(conformanceProject, 'tsconfig.json'), include: ['src'] }),
  });
  process.once('exit', copy.remove);
  return copy.root;
}
