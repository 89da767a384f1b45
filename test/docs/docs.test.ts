/* Every block of code in README and docs: servers are compiled, configs are loaded and checked, other blocks belong to a test that is named here. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { checkConfig } from '../../src/config/check-config.ts';
import { analyse, requestOf } from '../support/compile.ts';
import { codeBlocksOf, pages, root, textOf, type CodeBlock } from '../support/pages.ts';

const compilerOptions = {
  target: 'es2022',
  module: 'nodenext',
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  types: ['node'],
  customConditions: ['service-source'],
  allowImportingTsExtensions: true,
};

/** Files that blocks import or read. */
const assets: Readonly<Record<string, string>> = {
  'src/prompt.md': 'Write short sentences.\n',
  'forms.json': '[{ "name": "invite", "title": "Invites a guest" }]\n',
  'api/books.yaml': textOf('docs/guide/apis.md', 'yaml'),
};

/** Findings that a page explains. */
const explained: Readonly<Record<string, readonly string[]>> = {
  'docs/guide/build-time.md': ['environment-lists'],
  'docs/guide/apis.md': ['prepare-warning'],
  'docs/guide/many-tools.md': ['dotted-name'],
  // Its widget stands in the next block; test/widgets/guide.test.ts builds both.
  'docs/guide/results.md': ['widget-missing'],
};

/** Blocks of another test, or of none, with the reason. */
const elsewhere: readonly { readonly page: string; readonly begins: string; readonly reason: string }[] = [
  { page: 'docs/guide/testing.md', begins: '// test/', reason: 'run by docs-testing.test.ts' },
  { page: 'docs/guide/testing.md', begins: '', reason: 'specs, compiled by docs-pages.test.ts' },
  { page: 'docs/guide/sign-in-pages.md', begins: '// src/pages/', reason: 'compiled by docs-pages.test.ts' },
  { page: 'docs/guide/results.md', begins: '// src/', reason: 'built by test/widgets/guide.test.ts' },
  { page: 'docs/guide/command-line.md', begins: "import { connect } from './client/", reason: 'imports a generated client' },
  { page: 'docs/guide/resources-and-prompts.md', begins: 'import { realpath }', reason: 'compiled by docs-pages.test.ts' },
  { page: 'docs/guide/client.md', begins: 'import { connect }', reason: 'compiled by docs-pages.test.ts' },
  { page: 'docs/guide/apis.md', begins: 'import { connect }', reason: 'run by the section scaffold' },
  { page: 'docs/guide/react.md', begins: 'import', reason: 'compiled by react-examples.test.ts' },
  { page: 'docs/guide/in-page.md', begins: 'import { connect, createDirect }', reason: 'run by sdk-target.test.ts' },
  { page: 'docs/guide/in-page.md', begins: 'import', reason: 'compiled by docs-pages.test.ts' },
  { page: 'docs/guide/writing-plugins.md', begins: 'import', reason: 'run by the section scaffold' },
  { page: 'docs/guide/desktop.md', begins: 'import { join }', reason: 'built by native-archives.test.ts' },
  { page: 'docs/guide/many-tools.md', begins: 'const { orders: all }', reason: 'run by test/codecall/page.test.ts' },
  { page: 'docs/guide/command-line.md', begins: '// tools/', reason: 'a command, compiled by docs-pages.test.ts' },
];

const isServer = ({ text }: CodeBlock): boolean => text.includes('@Service(') || text.includes('createEdgeMcp(');
const isConfig = ({ text }: CodeBlock): boolean => text.includes('defineConfig(');

for (const page of pages) {
  const blocks = codeBlocksOf(page);
  const files = blocks.flatMap(({ text }): [string, string][] => {
    const [, path] = /^\/\/ (src\/pages\/\S+)\n/.exec(text) ?? [];
    return path === undefined ? [] : [[path, text]];
  });
  blocks.forEach((block, index) => {
    const title = `block ${index + 1} of ${page}`;
    if (isServer(block)) serverTest(title, block, { ...assets, ...Object.fromEntries(files) });
    else if (isConfig(block)) configTest(title, block);
    else
      test(`${title} belongs to a test`, () =>
        assert.ok(
          elsewhere.some((row) => row.page === page && block.text.startsWith(row.begins)),
          block.text,
        ));
  });
}

function serverTest(title: string, { page, text }: CodeBlock, files: Readonly<Record<string, string>>): void {
  test(`${title} compiles without a finding`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'service-docs-'));
    try {
      symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
      const written = {
        'package.json': JSON.stringify({ name: 'page', version: '1.0.0', type: 'module' }),
        '.env.example': 'JWT_SECRET=\n',
        'tsconfig.json': JSON.stringify({ compilerOptions, include: ['src'] }),
        ...files,
        'src/main.ts': text,
      };
      for (const [path, contents] of Object.entries(written)) {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), contents);
      }
      const result = await analyse(requestOf(folder, 'page', { typeCheck: true }));
      const findings = result.diagnostics.filter(({ code }) => !explained[page]?.includes(code));
      assert.equal(
        findings.map(({ code, message }) => `${code}: ${message}`),
        [],
      );
      const {
        adapters = [],
        apps = [],
        prompts = [],
        resources = [],
        resourceTemplates = [],
        skills = [],
        tools = [],
      } = result.model?.server ?? {};
      assert.ok([adapters, apps, tools, resources, resourceTemplates, prompts, skills].flat().length > 0, 'the block is a server');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
}

function configTest(title: string, { text }: CodeBlock): void {
  test(`${title} is a config without a fault`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'service-docs-'));
    try {
      const file = join(folder, 'service.config.ts');
      writeFileSync(file, text.replace('@service/cli/config', pathToFileURL(join(root, 'src/config/index.ts')).href));
      const { default: config } = (await import(pathToFileURL(file).href)) as { default: unknown };
      assert.equal(checkConfig(config), []);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
}

test('pages have blocks', () => {
  assert.ok(pages.flatMap((page) => codeBlocksOf(page)).filter(isServer).length > 25);
});

test.run();
