import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { analyse } from '../../src/compiler/index.ts';
import { requestOf } from '../support/compile.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The TypeScript blocks of a page; each is a whole module. */
function blocksOf(page: string): readonly string[] {
  const blocks: string[] = [];
  let open: string[] | undefined;
  for (const line of readFileSync(join(root, page), 'utf8').split('\n')) {
    if (open === undefined) {
      if (line === '```ts') open = [];
    } else if (line === '```') {
      blocks.push(open.join('\n'));
      open = undefined;
    } else open.push(line);
  }
  return blocks;
}

const compilerOptions = {
  target: 'es2022',
  module: 'nodenext',
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  types: [],
  customConditions: ['service-source'],
  allowImportingTsExtensions: true,
};

const guides = ['tools', 'resources-and-prompts', 'plugins', 'http-routes', 'errors', 'testing', 'publishing'].map(
  (name) => `docs/guide/${name}.md`,
);
const pages = [
  'README.md',
  'docs/authoring.md',
  'docs/operating.md',
  'docs/access.md',
  'docs/sign-in.md',
  'docs/sign-in-steps.md',
  ...guides,
];

for (const page of pages) {
  blocksOf(page).forEach((block, index) => {
    test(`block ${index + 1} of ${page} compiles without a finding`, async () => {
      const folder = mkdtempSync(join(tmpdir(), 'service-docs-'));
      try {
        mkdirSync(join(folder, 'src'));
        symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
        writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'page', version: '1.0.0', type: 'module' }));
        writeFileSync(join(folder, '.env.example'), 'JWT_SECRET=\n');
        writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['src'] }));
        writeFileSync(join(folder, 'src/main.ts'), block);
        const result = await analyse(requestOf(folder, 'page', { typeCheck: true }));
        assert.equal(
          result.diagnostics.map(({ code, message }) => `${code}: ${message}`),
          [],
        );
        const { apps = [], prompts = [], tools = [] } = result.model?.server ?? {};
        assert.ok(apps.length + tools.length + prompts.length > 0, 'the block is a server');
      } finally {
        rmSync(folder, { recursive: true });
      }
    });
  });
}

test('pages have blocks', () => {
  assert.ok(blocksOf('docs/authoring.md').length >= 4);
});

test.run();
