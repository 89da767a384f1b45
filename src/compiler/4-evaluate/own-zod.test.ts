import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { findSdkCopy } from '../bundler-plugin/index.ts';
import { startEvaluator, type Evaluation } from './index.ts';

const server = `
import { Service, tool } from '@service/sdk';
import { z } from 'zod';
const say = tool({ name: 'say', description: z, inputSchema: {} })(() => 'said');
@Service({ info: { name: 'says', version: '1.0.0' }, tools: [say] })
export default class Server {}
`;

/** Evaluates a server whose tool is described by what the project's own zod exports. */
async function evaluate(zod: Readonly<Record<string, string>>): Promise<Evaluation & { readonly root: string }> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'service-own-zod-')));
  const folder = join(root, 'node_modules', 'zod');
  mkdirSync(folder, { recursive: true });
  const files = {
    'package.json': '{ "type": "module", "exports": { "import": "./index.js", "require": "./index.cjs" } }',
    'index.js': "export const z = 'Bundled.';",
    ...zod,
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  writeFileSync(join(root, 'main.ts'), server);
  const evaluator = startEvaluator(root);
  try {
    const entry = { file: join(root, 'main.ts'), exportName: 'default' };
    const settings = { root, entry, sdk: findSdkCopy(), external: [], define: {}, timeoutMs: 20_000, spans: {} };
    return {
      ...(await evaluator.evaluate({
        ...settings,
        spanOfOption: () => undefined,
        environmentOf: () => ({ reads: new Map(), whole: undefined }),
        listed: () => [],
        branches: { items: [], adapterOptions: {} },
        shown: [],
      }).ended),
      root,
    };
  } finally {
    evaluator.stop();
    rmSync(root, { recursive: true });
  }
}

const described = ({ server: model }: Evaluation): string | undefined => model?.tools[0]?.description;

test('zod is loaded from the CommonJS beside its modules, and counts as read', async () => {
  const evaluation = await evaluate({ 'index.cjs': "exports.z = require('./text.cjs');", 'text.cjs': "module.exports = 'Loaded.';" });
  assert.equal(evaluation.diagnostics, []);
  assert.is(described(evaluation), 'Loaded.');
  const read = evaluation.inputs.filter((path) => path.includes('/node_modules/zod/')).map((path) => path.slice(evaluation.root.length));
  assert.equal(read.toSorted(), ['/node_modules/zod/index.cjs', '/node_modules/zod/text.cjs']);
});

test('a zod without CommonJS is bundled', async () => {
  assert.is(described(await evaluate({})), 'Bundled.');
});

test('failures inside zod are reported like those of any other module', async () => {
  const { diagnostics } = await evaluate({ 'index.cjs': "throw new Error('half of it is missing');" });
  assert.equal(
    diagnostics.map(({ code, message }) => `${code} ${message}`),
    [`evaluation-threw ${'Loading the definitions failed: half of it is missing'}`],
  );
});

test.run();
