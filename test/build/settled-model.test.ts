/* Where the sources decide every option, the model is a constant of the bundle; where the place decides one, it is read and checked there. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { writeOutput } from '../../src/compiler/index.ts';
import { bootHttp, runBundle } from '../support/boot/node.ts';
import { bundleOf, copyFixture, fixtureRoot, requestOf } from '../support/compile.ts';
import { modernRequest } from '../support/wire-client.ts';

const test = suite('settled model');
const main = readFileSync(join(fixtureRoot('calculator'), 'src/main.ts'), 'utf8');
const withOption = (option: string): Record<string, string> => ({
  'src/main.ts': main.replace('apps: [Calculator]', `apps: [Calculator], ${option}`),
});
const checks = [
  'runtime/options/check-options',
  'runtime/options/option-rows',
  'runtime/entries/server-options',
  'runtime/entries/entry-models',
];

const discover = async (url: string): Promise<string> => (await fetch(url, { method: 'POST', ...modernRequest('server/discover') })).text();

test('[P5.start.settled] options that the sources decide are checked at build, and the bundle carries no checks', async () => {
  const { report, code } = await bundleOf(requestOf(fixtureRoot('calculator'), 'calculator'));
  for (const part of checks)
    assert.not.ok(
      report.bundled.some((file) => file.includes(part)),
      part,
    );
  assert.not.match(code, 'did you mean');
});

test('[P5.start.settled] an option that the environment decides is read and checked where the server runs', async () => {
  const copy = copyFixture(
    'calculator',
    withOption("instructions: process.env['SAYS'], http: { bodyLimit: process.env['LIMIT'] ?? '1mb' }"),
  );
  const request = requestOf(copy.root, 'calculator');
  const folder = join(copy.root, 'dist/node');
  const built = { folder, name: 'calculator' };
  try {
    const { report, result } = await bundleOf(request);
    for (const part of checks)
      assert.ok(
        report.bundled.some((file) => file.includes(part)),
        part,
      );
    await writeOutput(request, result, folder);
    const server = await bootHttp({ ...built, env: { SAYS: 'Count with me.' } });
    try {
      assert.match(await discover(server.url), 'Count with me.');
    } finally {
      await server.stop();
    }
    const refused = await runBundle({ ...built, env: { PORT: '0', LIMIT: 'much' } });
    assert.is.not(refused.code, 0);
    assert.match(refused.stderr, 'bodyLimit');
  } finally {
    copy.remove();
  }
});

test('[P5.start.settled] what an accepted option without effect says at start, the constant says too', async () => {
  const copy = copyFixture('calculator', withOption('transport: { providerCaching: true }'));
  const request = requestOf(copy.root, 'calculator');
  const folder = join(copy.root, 'dist/node');
  try {
    const { result, report } = await bundleOf(request);
    assert.not.ok(report.bundled.some((file) => file.includes('runtime/options/later-options')));
    await writeOutput(request, result, folder);
    const server = await bootHttp({ folder, name: 'calculator' });
    await server.stop();
    assert.match(server.output.stderr, 'transport.providerCaching');
  } finally {
    copy.remove();
  }
});

test('what a settled server needs beside its model comes with the entry that needs it', async () => {
  const templated = main
    .replace('import { App,', 'import { resourceTemplate, App,')
    .replace(
      'apps: [Calculator]',
      "apps: [Calculator], resources: [resourceTemplate({ name: 't', uriTemplate: 'calculator://{id}' })((_uri, { id }) => `no ${id}`)]",
    );
  const copy = copyFixture('calculator', { 'src/main.ts': templated });
  const request = requestOf(copy.root, 'calculator');
  const folder = join(copy.root, 'dist/node');
  try {
    const { report, result } = await bundleOf(request);
    for (const [part, present] of [
      ['runtime/entries/uri-matcher', true],
      ['runtime/entries/collect-planned', true],
      ['runtime/entries/collect.', false],
      ['runtime/container/container', false],
    ] as const)
      assert.is(
        report.bundled.some((file) => file.includes(part)),
        present,
        part,
      );
    await writeOutput(request, result, folder);
    const server = await bootHttp({ folder, name: 'calculator' });
    try {
      const uri = 'calculator://seven';
      const answer = await fetch(server.url, { method: 'POST', ...modernRequest('resources/read', { uri }) });
      assert.match(await answer.text(), 'no seven');
    } finally {
      await server.stop();
    }
  } finally {
    copy.remove();
  }
});

test('[P5.bundle.context] context members that no entry uses are not in the bundle; used ones work', async () => {
  const tool = (execute: string): Record<string, string> => ({
    'src/main.ts': main
      .replace(
        '@Service(',
        () => `@Tool({ name: 'probe', description: 'Tells.', inputSchema: {} })
class Probe extends ToolContext {
  ${execute}
}

@Service(`,
      )
      .replace('apps: [Calculator]', 'apps: [Calculator], tools: [Probe]')
      .replace("from '@service/sdk';", "from '@service/sdk';\nimport { Tool, ToolContext } from '@service/sdk';"),
  });
  const sizes: number[] = [];
  for (const [execute, says] of [
    ['execute() { return this.constructor === Probe; }', 'true'],
    ['execute() { const { runId } = this; return `${super.toolName} ${runId.length} ${this.isPlatform("plan9")}`; }', 'probe 32 false'],
    // Handed on: what is taken is not known, so everything is there.
    [
      'execute() { return told(this); }\n}\nfunction told(context: ToolContext): string { return `${context.toolId} ${context.mark("x")}`;',
      'tool:calculator/probe undefined',
    ],
  ] as const) {
    const copy = copyFixture('calculator', tool(execute));
    try {
      const request = requestOf(copy.root, 'calculator');
      const folder = join(copy.root, 'dist/node');
      const { result, report } = await bundleOf(request);
      sizes.push(report.bytes);
      await writeOutput(request, result, folder);
      const server = await bootHttp({ folder, name: 'calculator' });
      const answer = await fetch(server.url, { method: 'POST', ...modernRequest('tools/call', { name: 'probe', arguments: {} }) });
      assert.match(await answer.text(), says);
      await server.stop();
    } finally {
      copy.remove();
    }
  }
  const [least = 0, some = 0, all = 0] = sizes;
  assert.ok(least + 500 < some && some + 3000 < all, String(sizes));
});

test('[P5.bundle.context] a handler that reaches its context by another way than its name runs in the bundle', async () => {
  const handler = 'function () { return `${arguments[1].toolId} ${arguments[1].mark("x")}`; }';
  const copy = copyFixture('calculator', {
    'src/main.ts': main
      .replace('apps: [Calculator]', () => `apps: [Calculator], tools: [tool({ name: 'probe', inputSchema: {} })(${handler})]`)
      .replace("from '@service/sdk';", "from '@service/sdk';\nimport { tool } from '@service/sdk';"),
  });
  try {
    const request = requestOf(copy.root, 'calculator');
    const folder = join(copy.root, 'dist/node');
    const { result } = await bundleOf(request);
    await writeOutput(request, result, folder);
    const server = await bootHttp({ folder, name: 'calculator' });
    try {
      const answer = await fetch(server.url, { method: 'POST', ...modernRequest('tools/call', { name: 'probe', arguments: {} }) });
      assert.match(await answer.text(), 'tool:calculator/probe undefined');
    } finally {
      await server.stop();
    }
  } finally {
    copy.remove();
  }
});

test.run();
