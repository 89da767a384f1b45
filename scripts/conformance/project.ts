import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { copyProject } from '../../test/support/compile.ts';
import { removeAtExit } from '../testing/at-exit.ts';

/** What the official suite is run against. */
export const conformanceProject = resolve(import.meta.dirname, '../../fixtures/conformance');

const transport = '  transport: { eventStore: { enabled: true } },\n';

/** Options of a server whose instances share everything in Redis; where it is stands in REDIS_URL. */
export const sharedState = "  redis: {},\n  transport: { eventStore: { enabled: true, provider: 'redis' } },\n";

/** A copy of it with other options in the place of those of `transport`. */
export const copyWithOptions = (options: string): string => copyWith([[transport, options]]);

/** A copy whose server is made by `createEdgeMcp`, with these options in the place of those of `transport`. */
export const edgeCopy = (options: string): string =>
  copyWith([
    [transport, options],
    ["import { App, Service } from '@service/sdk';", "import { App } from '@service/sdk';\nimport { createEdgeMcp } from '@service/edge';"],
    ['@Service({', 'const edge = createEdgeMcp({'],
    ['})\nexport class ConformanceServer {}', '});\nexport default edge;\nexport const { SessionDurableObject } = edge;'],
  ]);

function copyWith(changes: readonly (readonly [text: string, other: string])[]): string {
  const main = changes.reduce(
    (source, [text, other]) => {
      if (!source.includes(text)) throw new Error(`fixtures/conformance/src/main.ts has no ${text.trim()} to put other text at`);
      return source.replace(text, other);
    },
    readFileSync(join(conformanceProject, 'src/main.ts'), 'utf8'),
  );
  const copy = copyProject(conformanceProject, {
    'src/main.ts': main,
    'tsconfig.json': JSON.stringify({ extends: join(conformanceProject, 'tsconfig.json'), include: ['src'] }),
  });
  removeAtExit(copy.root);
  return copy.root;
}
