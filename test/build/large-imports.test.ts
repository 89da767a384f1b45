/* Files of data that an import makes part of the bundle. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { nodeTarget } from '../../src/targets/node/target.ts';
import { workerTarget } from '../../src/targets/worker/target.ts';
import { build, requestOf } from '../support/compile.ts';
import { inProject } from '../support/written-project.ts';

const test = suite('large-imports');

const list = (count: number): string => JSON.stringify(Array.from({ length: count }, (_, at) => `Village ${at}`));
const files = {
  'tsconfig.json': '{ "compilerOptions": { "resolveJsonModule": true }, "include": ["src"] }',
  'src/main.ts': `import { Service, tool } from '@service/sdk';
import { count, first, small } from './lib/count.ts';
const read = tool({ name: 'read', description: 'Reads.' })(() => String([count, first, small]));
@Service({ info: { name: 'demo', version: '1.0.0' }, tools: [read] })
export class Server {}
`,
  'src/lib/count.ts': `import small from '../data/small.json';
import cities from '../data/cities.json';
import { version } from '../data/partly.json';
const first = version;
const count = cities.length;
export { count, first, small };
`,
  'src/data/small.json': list(100),
  'src/data/cities.json': list(300_000),
  'src/data/partly.json': `{ "version": "1", "unused": ${list(100_000)} }`,
};

for (const bundler of ['esbuild', 'rollup'] as const)
  for (const target of [nodeTarget, workerTarget])
    test(`[findings.large-import] a large file is a warning at its import, small and excluded files are not (${bundler}, ${target.name})`, () =>
      inProject(files, async (root) => {
        const { diagnostics, output } = await build(requestOf(root, 'demo', { build: { bundler } }), target);
        assert.ok(output !== undefined);
        assert.equal(
          diagnostics.map(({ message, severity, span }) => `${span?.file}:${span?.line} ${severity}: ${message}`),
          ['src/lib/count.ts:2 warning: cities.json puts 5.0 MB into the bundle, which every start reads whole'],
        );
        assert.match(
          diagnostics[0]?.hint ?? '',
          target === nodeTarget ? "new URL('../data/cities.json', import.meta.url)" : 'store of the platform',
        );
      }));

test.run();
