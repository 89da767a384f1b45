/* Adapters in two phases: what `prepare` makes is a constant of the bundle, and nothing that only it needs is there. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { bundleOf, copyFixture, requestOf } from '../support/compile.ts';
import { answerTo, everyWay, startProject, writeProject } from '../support/ways-to-run.ts';

interface Listing {
  readonly result: { readonly tools: readonly { readonly name: string }[] };
}

async function names(url: string): Promise<readonly string[]> {
  const { result } = JSON.parse(await answerTo(url, 'tools/list')) as Listing;
  return result.tools.map(({ name }) => name);
}

for (const way of everyWay)
  test(`[A13.prepare] entries are made of what prepare returned: ${way}`, async () => {
    const { remove, root } = copyFixture('prepared');
    const server = await startProject(root, way);
    try {
      // A bundle needs no file beside it.
      if (way !== 'sources') rmSync(join(root, 'forms'), { recursive: true });
      assert.equal(await names(server.url), ['invite', 'order']);
      assert.match(await answerTo(server.url, 'tools/call', { name: 'order', arguments: { dish: 'soup' } }), /count/);
      assert.match(
        await answerTo(server.url, 'tools/call', { name: 'order', arguments: { dish: 'soup', count: 2 } }),
        /order: \{\\"dish\\":\\"soup\\",\\"count\\":2\}/,
      );
    } finally {
      await server.stop();
      remove();
    }
  });

test('[A13.bundle] prepare, what only it imports and the documents are not in the bundle', async () => {
  const { remove, root } = copyFixture('prepared');
  try {
    const { code, report } = await bundleOf(requestOf(root, 'prepared'));
    assert.not.ok(
      report.bundled.some((file) => file.includes('parse-forms')),
      report.bundled.join('\n'),
    );
    assert.ok(report.bundled.some((file) => file.includes('forms-adapter')));
    assert.not.match(code, /the-parser-of-forms|static async prepare|forms-are-utf-8/);
    assert.match(code, /Invites a guest/);
  } finally {
    remove();
  }
});

const acme = (imports: string, types: string): string => `import { Adapter, DynamicAdapter, tool } from '@service/sdk/define';
${imports}
export class Lists extends DynamicAdapter {
  static async prepare({ file }${types === '' ? '' : ': { file: string }'}, io${types === '' ? '' : `: ${types}`}) {
    return parse(new TextDecoder().decode((await io.read(file)).bytes));
  }
  entries(names${types === '' ? '' : ': readonly string[]'}) {
    return { tools: names.map((name) => tool({ name, description: 'Is listed.' })(() => name)) };
  }
}
Adapter({ name: 'lists' })(Lists);
`;
/** It has an effect when it is loaded, so that a bundler keeps it wherever it is imported. */
const parser = "globalThis.parsers = 'the-parser-of-acme';\nexport const parse = (text) => text.trim().split(' ');\n";
const usesAcme = `import { Service } from '@service/sdk';
import { Lists } from 'acme';
@Service({ info: { name: 'small', version: '1.0.0' }, adapters: [Lists.init({ name: 'lists', file: 'names.txt' })] })
export default class Server {}
`;
const plainPackage = {
  'names.txt': 'one two',
  'src/main.ts': usesAcme,
  'node_modules/acme/index.js': acme("import { parse } from './parser.js';", ''),
  'node_modules/acme/parser.js': parser,
  'node_modules/acme/index.d.ts': `import { DynamicAdapter, type AdapterEntries } from '@service/sdk/define';
export declare class Lists extends DynamicAdapter<{ name: string; file: string }> { entries(names: readonly string[]): AdapterEntries }
`,
};
const packages = {
  'with sources': {
    ...plainPackage,
    'node_modules/acme/package.json':
      '{"name":"acme","version":"1.0.0","type":"module","exports":{".":{"service-source":"./index.ts","types":"./index.d.ts","default":"./index.js"}}}',
    'node_modules/acme/index.ts': acme(
      "import type { PrepareIo } from '@service/sdk/define';\nimport { parse } from './parser.js';",
      'PrepareIo',
    ),
    'node_modules/acme/parser.d.ts': 'export declare const parse: (text: string) => string[];',
  },
  'without sources': {
    ...plainPackage,
    'node_modules/acme/package.json':
      '{"name":"acme","version":"1.0.0","type":"module","exports":{"types":"./index.d.ts","default":"./index.js"}}',
  },
};

for (const [kind, files] of Object.entries(packages))
  test(`[A13.package] an adapter of a package ${kind} prepares at build`, async () => {
    const project = writeProject(files);
    try {
      const { code } = await bundleOf(requestOf(project.root, 'small'));
      const server = await startProject(project.root, 'node');
      try {
        rmSync(join(project.root, 'names.txt'));
        assert.equal(await names(server.url), ['one', 'two']);
      } finally {
        await server.stop();
      }
      // Without sources there is nothing to take it out of; it does no harm but for its size.
      assert.is(code.includes('the-parser-of-acme'), kind === 'without sources');
    } finally {
      project.remove();
    }
  });

test.run();
