/* Real builds of a real project, booted on this Node: what users run is what is tested. */
import { appendFileSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { build, findUnchanged, writeOutput } from '../../src/compiler/index.ts';
import { nodeTarget } from '../../src/targets/node/target.ts';
import { fixture } from '../../fixtures/calculator/fixture.ts';
import { bootHttp, bootStdio, runBundle } from '../support/boot/node.ts';
import { bundleOf, copyFixture, copyProject, fixtureRoot, requestOf } from '../support/compile.ts';
import { basicBudgets } from '../support/fixture.ts';

const project = copyFixture('calculator');
const request = requestOf(project.root, 'calculator');
const folder = join(project.root, 'dist', 'node');
const built = { folder, name: 'calculator' };

const initialize = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1.0.0' } };
const modern = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': '2026-07-28',
};
const envelope = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** Which modules of 2025-11-25's sessions a bundle holds bytes of; the CORS rules name its header in every bundle. */
const sessionModules = (bundled: readonly string[]): string[] =>
  bundled.filter((file) => /runtime\/(?:mcp\/sessions|http\/transports\/(?:session-|resumable-))/.test(file));

const isPairModule = (file: string): boolean => file.includes('runtime/http/transports/legacy-pair');

async function call(
  url: string,
  method: string,
  params: Record<string, unknown>,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: envelope } });
  const answer = await fetch(url, {
    method: 'POST',
    headers: { ...modern, 'mcp-method': method, ...(typeof params['name'] === 'string' ? { 'mcp-name': params['name'] } : {}) },
    body,
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

test.before(async () => {
  const { result } = await bundleOf(request);
  await writeOutput(request, result, folder);
});

test.after(project.remove);

test('[S4.3.node-output] a build is nine files, the start script executable, and boots without node_modules', async () => {
  assert.equal(readdirSync(folder).sort(), [
    'calculator',
    'calculator.bundle.js',
    'calculator.bundle.js.map',
    'calculator.manifest.json',
    'contract.json',
    'install-calculator.sh',
    'licenses.txt',
    'package.json',
    'sbom.cdx.json',
  ]);
  assert.is(statSync(join(folder, 'calculator')).mode & 0o777, 0o755);
  const manifest: unknown = JSON.parse(readFileSync(join(folder, 'calculator.manifest.json'), 'utf8'));
  assert.is(Reflect.get(Object(manifest), 'bundle'), 'calculator.bundle.js');
});

test('[D2.path.config] over HTTP, 2026-07-28: the endpoint is where the configuration says, tools are listed and called', async () => {
  const server = await bootHttp(built);
  try {
    assert.ok(server.url.endsWith('/mcp'), server.url);
    const list = await call(server.url, 'tools/list', {});
    assert.is(list.status, 200);
    assert.match(JSON.stringify(list.body), '"name":"add"');
    const sum = await call(server.url, 'tools/call', { name: 'add', arguments: { a: 2, b: 3 } });
    assert.equal(Reflect.get(Object(sum.body['result']), 'structuredContent'), { sum: 5 });
  } finally {
    assert.is(await server.stop(), 0);
  }
});

test('over HTTP, 2025-11-25: a session is opened and used', async () => {
  const server = await bootHttp(built);
  try {
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    const opened = await fetch(server.url, {
      method: 'POST',
      headers,
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: initialize }),
    });
    assert.is(opened.status, 200);
    await opened.text();
    const session = { ...headers, 'mcp-session-id': opened.headers.get('mcp-session-id') ?? '', 'mcp-protocol-version': '2025-11-25' };
    await fetch(server.url, {
      method: 'POST',
      headers: session,
      body: JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }),
    });
    const sum = await fetch(server.url, {
      method: 'POST',
      headers: session,
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 2,
        method: 'tools/call',
        params: { name: 'divide', arguments: { dividend: 6, divisor: 3 } },
      }),
    });
    assert.match(await sum.text(), '"quotient":2');
  } finally {
    await server.stop();
  }
});

test('[D2.stdio.ways] over stdio, by the start script, by --stdio and by SERVICE_STDIO=1', async () => {
  for (const server of [bootStdio(built), bootStdio(built, 'start-script'), bootStdio({ ...built, env: { SERVICE_STDIO: '1' } })]) {
    const opened = await server.request('initialize', initialize);
    assert.is(Reflect.get(Object(Reflect.get(Object(opened['result']), 'serverInfo')), 'name'), 'calculator');
    server.notify('notifications/initialized');
    const sum = await server.request('tools/call', { name: 'add', arguments: { a: 1, b: 1 } });
    assert.match(JSON.stringify(sum), '"sum":2');
    assert.is(await server.close(), 0);
    assert.is(server.lines.length, 2);
  }
});

test('[I2.bundle.promises] the bundle keeps its limits of size and of forbidden contents', async () => {
  const { code, report } = await bundleOf(request);
  const promise = fixture.targets['node'];
  assert.ok(promise !== undefined);
  assert.ok(report.gzipBytes <= promise.maxGzipBytes, `${report.gzipBytes} bytes after gzip`);
  for (const text of promise.mustNotContain) assert.not.ok(code.includes(text), `the bundle holds "${text}"`);
  for (const part of promise.mustNotBundle)
    assert.not.ok(
      report.bundled.find((path) => path.includes(part)),
      `${part} is bundled`,
    );
  // V8 keeps a text with one character beyond Latin-1 in twice the memory, and the fixture has none.
  assert.not.match(code, /[^\0-\xff]/, 'a character of ours takes two bytes');
  assert.not.ok(code.includes('__esModule'), 'a module of Node is copied, member by member, at start');
  assert.equal(
    report.features.map(({ name }) => name),
    ['sessions', 'legacy-sse', 'readiness', '2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'],
  );
});

test('[I2.bundle.promises] the template `basic` is at most 52 kB after gzip, without zod', async () => {
  const template = copyProject(fileURLToPath(new URL('../../src/templates/basic', import.meta.url)));
  try {
    const { code, report } = await bundleOf(requestOf(template.root, 'basic'));
    assert.is(report.zod, undefined);
    assert.ok(report.gzipBytes <= basicBudgets.node, `${report.gzipBytes} bytes after gzip`);
    assert.not.ok(code.includes('/oauth/'));
  } finally {
    template.remove();
  }
});

test('[compiler.strict] a bundle without a CommonJS package is strict code, as modules are', async () => {
  const { code } = await bundleOf(request);
  assert.ok(code.startsWith('"use strict";'));
});

test('[compiler.strict] beside a CommonJS file a bundle is strict code only when that file says it is', async () => {
  const main = readFileSync(join(fixtureRoot('calculator'), 'src/main.ts'), 'utf8');
  const isStrict = async (text: string): Promise<boolean> => {
    const { remove, root } = copyFixture('calculator', {
      'src/common.cjs': text,
      'src/main.ts': `import common from './common.cjs';\nconsole.assert(common);\n${main}`,
    });
    try {
      const { code } = await bundleOf(requestOf(root, 'calculator'));
      assert.match(code, 'said once');
      return code.startsWith('"use strict";');
    } finally {
      remove();
    }
  };
  assert.ok(await isStrict('"use strict";\nmodule.exports = ["said once"];\n'));
  assert.not.ok(await isStrict('module.exports = ["said once"];\n'));
});

test('[I2.bundle.deterministic] the same sources give the same bytes, wherever they lie', async () => {
  const copy = copyFixture('calculator');
  try {
    // By the compiler itself: the builder of the test run would give both the same build.
    const [here, there] = [
      await build(requestOf(fixtureRoot('calculator'), 'calculator'), nodeTarget),
      await build(requestOf(copy.root, 'calculator'), nodeTarget),
    ];
    assert.is(String(here.output?.files[0]?.contents), String(there.output?.files[0]?.contents));
    assert.ok(here.output);
  } finally {
    copy.remove();
  }
});

test('[I2.bundle.shrinks] removing a feature from the source makes the bundle smaller', async () => {
  const { report: whole, code: wholeCode } = await bundleOf(request);
  const main = readFileSync(join(fixtureRoot('calculator'), 'src/main.ts'), 'utf8');
  const stateless = copyFixture('calculator', {
    'src/main.ts': main.replace('apps: [Calculator]', "apps: [Calculator], transport: { protocol: 'stateless-api' }"),
  });
  const withoutPair = copyFixture('calculator', {
    'src/main.ts': main.replace('apps: [Calculator]', "apps: [Calculator], transport: { protocol: 'modern' }"),
  });
  const withoutZod = copyFixture('calculator', {
    'src/main.ts': main.replace('tools: [AddTool, divide]', 'tools: []').replace(/import .*tools.*\n/g, ''),
  });
  try {
    const { report } = await bundleOf(requestOf(stateless.root, 'calculator'));
    assert.equal(
      report.features.map(({ name }) => name),
      ['sessionless', 'readiness', '2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'],
    );
    assert.ok(report.bytes < whole.bytes);
    // Over stdio the process is one conversation; of sessions over HTTP nothing is left.
    const ofConversation = ['conversation.ts', 'handshake-protocol.ts'];
    assert.equal(
      sessionModules(report.bundled)
        .map((file) => basename(file))
        .toSorted(),
      ofConversation,
    );
    assert.ok(sessionModules(whole.bundled).length > ofConversation.length, 'the names above are those of today');
    const modernOnly = await bundleOf(requestOf(withoutPair.root, 'calculator'));
    assert.not.ok(modernOnly.report.features.some(({ name }) => name === 'legacy-sse'));
    assert.ok(wholeCode.includes('sessionId is required') && whole.bundled.some(isPairModule));
    assert.not.ok(modernOnly.code.includes('sessionId is required') || modernOnly.report.bundled.some(isPairModule));
    const bare = await bundleOf(requestOf(withoutZod.root, 'calculator'));
    assert.not.ok(bare.report.packages.some(({ name }) => name === 'zod'));
    assert.ok(bare.report.gzipBytes < whole.gzipBytes);
    assert.not.ok(bare.report.bundled.some((file) => file.includes('runtime/schema-table/')));
  } finally {
    stateless.remove();
    withoutPair.remove();
    withoutZod.remove();
  }
});

test('[I2.bundle.start-failure] what the user’s code throws at start is one line, not a bare stack, and exit code 1', async () => {
  const copy = copyFixture('calculator');
  const copied = requestOf(copy.root, 'calculator');
  const main = join(copy.root, 'src/main.ts');
  const source = readFileSync(main, 'utf8');
  writeFileSync(
    main,
    `if (process.env['BREAK'] === '1') throw new RangeError('the cupboard is bare');\nconsole.log('loading');\n${source}`,
  );
  try {
    const { result } = await bundleOf(copied);
    await writeOutput(copied, result, join(copy.root, 'dist'));
    const run = await runBundle({ folder: join(copy.root, 'dist'), name: 'calculator', env: { BREAK: '1' } });
    assert.is(run.code, 1);
    assert.is(run.stderr, 'calculator: RangeError: the cupboard is bare\nSet SERVICE_LOG_LEVEL=debug to see where it happened.\n');
    const stdio = bootStdio({ folder: join(copy.root, 'dist'), name: 'calculator' });
    await stdio.request('initialize', initialize);
    await stdio.close();
    assert.is(stdio.lines.length, 1, 'what is printed while loading does not reach the client');
    assert.match(stdio.output.stderr, 'loading');
  } finally {
    copy.remove();
  }
});

test('import.meta of the user’s modules, and names of their classes, mean the same in the bundle', async () => {
  const copy = copyFixture('calculator');
  const copied = requestOf(copy.root, 'calculator');
  const main = join(copy.root, 'src/main.ts');
  const says = 'console.error(Reflect.get(Calculator, "name"), import.meta.url, import.meta.dirname);';
  writeFileSync(main, `${readFileSync(main, 'utf8')}\n${says}\n`);
  try {
    const out = join(copy.root, 'out folder');
    for (const bundler of ['esbuild', 'rollup'] as const) {
      const one = { ...copied, build: { bundler } };
      const { result } = await bundleOf(one);
      await writeOutput(one, result, out);
      const stdio = bootStdio({ folder: out, name: 'calculator' });
      await stdio.close();
      // Each module keeps its place among the others, so that paths between them stay true.
      const place = 'calculator.assets/src';
      assert.match(stdio.output.stderr, `Calculator file://${copy.root}/out%20folder/${place}/main.ts ${out}/${place}\n`, bundler);
    }
  } finally {
    copy.remove();
  }
});

test('[I2.build.unchanged] an unchanged second build finds the first; a change of the source does not', async () => {
  const copy = copyFixture('calculator');
  const copied = requestOf(copy.root, 'calculator');
  const out = join(copy.root, 'dist', 'node');
  try {
    assert.is(await findUnchanged(copied, nodeTarget, out), undefined);
    const { result } = await bundleOf(copied);
    await writeOutput(copied, result, out);
    const found = await findUnchanged(copied, nodeTarget, out);
    assert.is(found?.written.files.length, 9);
    assert.is(found?.report.bytes, result.output?.report.bytes);
    assert.is(await findUnchanged({ ...copied, version: '1.4.1' }, nodeTarget, out), undefined);
    appendFileSync(join(copy.root, 'src/tools/add.tool.ts'), '\n// changed\n');
    assert.is(await findUnchanged(copied, nodeTarget, out), undefined);
  } finally {
    copy.remove();
  }
});

test('[I2.bundle.rollup] rollup makes a bundle that boots too, of the same size', async () => {
  const rolled = { ...request, build: { bundler: 'rollup' as const } };
  const { report, result } = await bundleOf(rolled);
  const usual = await bundleOf(request);
  assert.ok(report.gzipBytes <= usual.report.gzipBytes * 1.02, `${report.gzipBytes} bytes after gzip instead of ${usual.report.gzipBytes}`);
  const out = join(project.root, 'dist', 'rolled');
  await writeOutput(rolled, result, out);
  const server = await bootHttp({ folder: out, name: 'calculator' });
  try {
    const sum = await call(server.url, 'tools/call', { name: 'add', arguments: { a: 2, b: 3 } });
    assert.equal(Reflect.get(Object(sum.body['result']), 'structuredContent'), { sum: 5 });
  } finally {
    await server.stop();
  }
});

test.run();
