/* Files that sources name: beside a bundle for Node wherever it is moved to, inside of it on a worker. */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type CompileRequest, findUnchanged, writeOutput } from '../../src/compiler/index.ts';
import { nodeTarget } from '../../src/targets/node/target.ts';
import { workerTarget } from '../../src/targets/worker/target.ts';
import { bootStdio } from '../support/boot/node.ts';
import { bootWorker } from '../support/boot/worker.ts';
import { build, copyFixture, requestOf } from '../support/compile.ts';
import { modernRequest, parseWire } from '../support/wire-client.ts';

const test = suite('assets');

const read = {
  url: 'plain text',
  folder: '<p>Hello</p>',
  name: 'SELECT 1;',
  require: '42 function',
  start: 'plain text',
  thread: 'plain text 49',
};
const imported = {
  prompt: 'You are a careful reviewer.',
  page: '<p>Hello</p>',
  sql: 'SELECT 1;',
  table: 'a,b\n1,2',
  answer: 42,
  name: 'deep',
  sum: 42,
};

/** A server of the given tools, built and moved to a folder in which nothing else is. */
async function moved(request: CompileRequest): Promise<{ folder: string; remove: () => void }> {
  const result = await build(request, nodeTarget);
  if (result.output === undefined) throw new Error(result.diagnostics.map(({ message }) => message).join('\n'));
  const out = join(request.root, 'dist', 'node');
  await writeOutput(request, result, out);
  const folder = mkdtempSync(join(tmpdir(), 'service-moved-'));
  cpSync(out, folder, { recursive: true });
  return { folder, remove: () => rmSync(folder, { recursive: true }) };
}

async function call(folder: string, name: string, given: object = {}): Promise<unknown> {
  const server = bootStdio({ folder, name: 'assets', cwd: folder });
  await server.request('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } });
  server.notify('notifications/initialized');
  const { result } = await server.request('tools/call', { name, arguments: given });
  await server.close();
  return typeof result === 'object' && result !== null && 'structuredContent' in result ? result.structuredContent : result;
}

for (const bundler of ['esbuild', 'rollup'] as const)
  test(`[assets.node] files by URL, folder, name, require, thread and import are found from an empty folder (${bundler})`, async () => {
    const copy = copyFixture('assets');
    const { folder, remove } = await moved(requestOf(copy.root, 'assets', { build: { bundler }, typeCheck: true }));
    copy.remove();
    try {
      assert.equal(await call(folder, 'files'), read);
      assert.equal(await call(folder, 'files', { name: 'two' }), { ...read, name: 'SELECT 2;' });
      assert.equal(await call(folder, 'imported'), imported);
    } finally {
      remove();
    }
  });

test('[assets.record] a changed or new file is built anew, and a file without a reference is removed', async () => {
  const copy = copyFixture('assets');
  try {
    const request = requestOf(copy.root, 'assets');
    const { remove } = await moved(request);
    remove();
    const out = join(copy.root, 'dist', 'node');
    const isUnchanged = async (): Promise<boolean> => (await findUnchanged(request, nodeTarget, out)) !== undefined;
    assert.is(await isUnchanged(), true);
    for (const [path, text] of [
      ['src/data.txt', 'other text'],
      ['src/prompt.md', 'Another prompt.'],
      ['src/sql/three.sql', 'SELECT 3;'],
    ] as const) {
      writeFileSync(join(copy.root, path), text);
      assert.is(await isUnchanged(), false, path);
      (await moved(request)).remove();
      assert.is(await isUnchanged(), true, path);
    }
    assert.equal(readdirSync(join(out, 'assets.assets/src/sql')).sort(), ['one.sql', 'three.sql', 'two.sql']);
    unlinkSync(join(copy.root, 'src/sql/three.sql'));
    assert.is(await isUnchanged(), false);
    (await moved(request)).remove();
    assert.is(existsSync(join(out, 'assets.assets/src/sql/three.sql')), false);
  } finally {
    copy.remove();
  }
});

test('[assets.config] build.assets copies files named at run time, and build.loader chooses how an import is read', async () => {
  const copy = copyFixture('assets', {
    'src/main.ts': `import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Service, tool } from '@service/sdk';
// @ts-expect-error: declared by no package
import bytes from './page.xyz';
// @ts-expect-error: declared by no package
import file from './table.xyz2';
const named = ['sql', 'one.sql'];
const files = tool({ name: 'files', description: 'Reads files.' })(() => ({
  named: readFileSync(join(import.meta.dirname, ...named), 'utf8').trim(),
  bytes: [...bytes],
  file: readFileSync(file, 'utf8'),
}));
@Service({ info: { name: 'assets', version: '1.4.0' }, tools: [files] })
export default class Server {}
`,
    'src/page.xyz': 'ab',
    'src/table.xyz2': 'cd',
  });
  try {
    const assets = { assets: ['src/**/one.sql'], loader: { '.xyz': 'binary', '.xyz2': 'file' } };
    for (const bundler of ['esbuild', 'rollup'] as const) {
      const { folder, remove } = await moved(requestOf(copy.root, 'assets', { build: { ...assets, bundler }, typeCheck: true }));
      assert.equal(await call(folder, 'files'), { named: 'SELECT 1;', bytes: [97, 98], file: 'cd' }, bundler);
      remove();
    }
  } finally {
    copy.remove();
  }
});

test('[assets.packages] files of packages outside of the project lie by their names beside a bundle', async () => {
  const places = mkdtempSync(join(tmpdir(), 'service-places-'));
  const copy = copyFixture('assets', {
    'src/main.ts': `import { Service, tool } from '@service/sdk';
// @ts-expect-error: declares nothing
import { text as installed } from 'installed';
// @ts-expect-error: declares nothing
import { text as linked } from '@of/linked';
const files = tool({ name: 'files', description: 'Reads files.' })(() => ({ installed: installed(), linked: linked() }));
@Service({ info: { name: 'assets', version: '1.4.0' }, tools: [files] })
export default class Server {}
`,
  });
  const modules = join(copy.root, 'node_modules');
  const own = readdirSync(modules).filter((name) => !name.startsWith('.'));
  const target = realpathSync(modules);
  unlinkSync(modules);
  mkdirSync(join(modules, '@of'), { recursive: true });
  for (const name of own) symlinkSync(join(target, name), join(modules, name));
  const text = `import { readFileSync } from 'node:fs';
export const text = () => readFileSync(new URL('../text.txt', import.meta.url), 'utf8');
`;
  // One in a store, as package managers keep them, and one in a repository, to which a link leads.
  for (const [name, folder, version] of [
    ['installed', join(places, 'store/node_modules/installed'), '2.0.0'],
    ['@of/linked', join(places, 'elsewhere/linked'), '../../1'],
  ] as const) {
    mkdirSync(join(folder, 'src'), { recursive: true });
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, version, type: 'module', exports: './src/index.js' }));
    writeFileSync(join(folder, 'src/index.js'), text);
    writeFileSync(join(folder, 'text.txt'), name);
    symlinkSync(folder, join(modules, name));
  }
  try {
    const { folder, remove } = await moved(requestOf(copy.root, 'assets'));
    assert.equal(await call(folder, 'files'), { installed: 'installed', linked: '@of/linked' });
    const beside = readdirSync(join(folder, 'assets.assets'), { recursive: true, encoding: 'utf8' }).filter((path) =>
      path.endsWith('.txt'),
    );
    assert.equal(beside.toSorted(), ['_/@of/linked/text.txt', '_/installed@2.0.0/text.txt']);
    remove();
  } finally {
    copy.remove();
    rmSync(places, { recursive: true });
  }
});

test('[assets.worker] imported files are part of a worker, WebAssembly as a module', async () => {
  const copy = copyFixture('assets', {
    'src/main.ts': `import { Service } from '@service/sdk';
import { imported } from './imported.ts';
@Service({ info: { name: 'assets', version: '1.4.0' }, tools: [imported] })
export default class Server {}
`,
  });
  try {
    for (const bundler of ['esbuild', 'rollup'] as const) {
      const request = requestOf(copy.root, 'assets', { build: { bundler } });
      const result = await build(request, workerTarget);
      assert.equal(
        result.diagnostics.filter(({ severity }) => severity === 'error'),
        [],
      );
      const out = join(copy.root, 'dist', 'worker');
      await writeOutput(request, result, out);
      assert.is(readFileSync(join(out, 'assets/src/add.wasm')).byteLength, 41);
      const worker = await bootWorker({ bundle: join(out, 'index.js'), wasm: ['assets/src/add.wasm'] });
      const { body, headers } = modernRequest('tools/call', { name: 'imported', arguments: {} });
      const answer = await (await fetch(`${worker.origin}/mcp`, { method: 'POST', headers, body })).text();
      await worker.stop();
      assert.equal(parseWire(answer).result.structuredContent, imported, bundler);
    }
  } finally {
    copy.remove();
  }
});

test.run();
