/* Documents of adapters: files of the project, and what `service build --refresh` has fetched and locked. */
import { execFileSync } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { analyse, refreshDocuments } from '../../src/compiler/index.ts';
import type { Diagnostic } from '../../src/compiler/diagnostics/index.ts';
import { requestOf } from '../support/compile.ts';
import { type SmallProject, writeProject } from '../support/ways-to-run.ts';

const test = suite('documents of adapters');

/** A document is `{ "tools": ["…"], "more": "<address>" }`. */
const lists = `import { Adapter, DynamicAdapter, tool, type PrepareIo } from '@service/sdk';

interface ListsOptions { name: string; from: string; allowPrivate?: boolean; headers?: Record<string, string> }

@Adapter({ name: 'lists' })
export class Lists extends DynamicAdapter<ListsOptions> {
  static async prepare({ from, ...more }: ListsOptions, io: PrepareIo) {
    const names: string[] = [];
    for (let next: string | undefined = from, base: string | undefined; next !== undefined;) {
      const { address, bytes } = await io.read(next, { ...more, ...(base === undefined ? {} : { base }) });
      const found = JSON.parse(new TextDecoder().decode(bytes));
      names.push(...found.tools);
      [base, next] = [address, found.more];
    }
    return names;
  }
  entries(names: readonly string[]) {
    return { tools: names.map((name) => tool({ name, description: 'Is listed.' })(() => name)) };
  }
}
`;
const main = (options: string): string => `import { Service } from '@service/sdk';
import { Lists } from './lists.ts';

@Service({
  info: { name: 'small', version: '1.0.0' },
  adapters: [
    Lists.init(${options}),
  ],
})
export default class Server {}
`;

const project = (options: string, files: Readonly<Record<string, string>> = {}): SmallProject =>
  writeProject({ 'src/lists.ts': lists, 'src/main.ts': main(options), ...files });

const requestFor = ({ root }: SmallProject) => requestOf(root, 'small', { evaluationTimeoutMs: 10_000 });
const shown = (diagnostics: readonly Diagnostic[]): readonly string[] =>
  diagnostics.map(({ code, message, span }) => `${span?.file}:${span?.line}:${span?.column} ${code}: ${message}`);

async function toolsOf(given: SmallProject): Promise<readonly string[]> {
  const { diagnostics, model } = await analyse(requestFor(given));
  assert.equal(shown(diagnostics), []);
  return model?.server.tools.map(({ name }) => name) ?? [];
}

const findings = async (given: SmallProject): Promise<readonly string[]> => shown((await analyse(requestFor(given))).diagnostics);

interface Source {
  readonly origin: string;
  readonly documents: Record<string, string | { readonly location: string } | { readonly status: number }>;
  readonly asked: { readonly path: string; readonly headers: Readonly<Record<string, unknown>> }[];
  stop(): Promise<unknown>;
}

async function serve(documents: Source['documents']): Promise<Source> {
  const asked: { path: string; headers: Readonly<Record<string, unknown>> }[] = [];
  const server: Server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push({ path, headers: request.headers });
    const found = documents[path] ?? { status: 404 };
    if (typeof found === 'string') return void response.setHeader('content-type', 'application/json').end(found);
    if ('location' in found) return void response.writeHead(302, { location: found.location }).end();
    return void response.writeHead(found.status).end('no');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    origin: `http://127.0.0.1:${port}`,
    documents,
    asked,
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

test('[A13.lock] a build asks no network: what is not locked is a finding at the adapter', async () => {
  const source = await serve({ '/list.json': '{ "tools": ["one"] }' });
  const given = project(`{ name: 'far', from: '${source.origin}/list.json', allowPrivate: true }`);
  try {
    assert.equal(await findings(given), [
      `src/main.ts:7:5 document-not-locked: The adapter "far" needs ${source.origin}/list.json, which is not in service.lock.json`,
    ]);
    assert.is(source.asked.length, 0);
  } finally {
    given.remove();
    await source.stop();
  }
});

test('[A13.refresh] --refresh fetches and locks documents, those that they name too, and tells what they change for clients', async () => {
  const source = await serve({
    '/lists/list.json': '{ "tools": ["one"], "more": "more.json" }',
    '/lists/more.json': '{ "tools": ["two"] }',
  });
  const given = project(
    `{ name: 'far', from: '${source.origin}/lists/list.json', allowPrivate: true, headers: { 'x-key': 'secret-of-the-source' } }`,
  );
  const lockFile = join(given.root, 'service.lock.json');
  try {
    const first = await refreshDocuments(requestFor(given));
    assert.equal(shown(first.diagnostics), []);
    assert.equal(
      first.refreshed?.documents.map(({ address, kind }) => `${kind} ${address}`),
      [`added ${source.origin}/lists/list.json`, `added ${source.origin}/lists/more.json`],
    );
    assert.is(source.asked[0]?.headers['x-key'], 'secret-of-the-source');
    assert.not.match(readFileSync(lockFile, 'utf8'), /secret-of-the-source/);
    const asked = source.asked.length;
    assert.equal(await toolsOf(given), ['one', 'two']);
    assert.is(source.asked.length, asked, 'a build asked the network');
    const lock = readFileSync(lockFile, 'utf8');

    const same = await refreshDocuments(requestFor(given));
    assert.equal(same.refreshed?.changes, []);
    assert.is(readFileSync(lockFile, 'utf8'), lock, 'a lock of the same documents is the same');

    source.documents['/lists/more.json'] = '{ "tools": ["three"] }';
    const changed = await refreshDocuments(requestFor(given));
    assert.equal(
      changed.refreshed?.documents.map(({ kind }) => kind),
      ['unchanged', 'changed'],
    );
    assert.equal(changed.refreshed?.changes?.map(({ kind, name }) => `${kind} ${name}`).sort(), ['added three', 'breaking two']);
    assert.equal(await toolsOf(given), ['one', 'three']);
    assert.is(readdirSync(join(given.root, 'service.lock')).length, 2, 'the old document stayed');
  } finally {
    given.remove();
    await source.stop();
  }
});

test('[A13.refresh] documents that make no server leave the lock as it was', async () => {
  const source = await serve({ '/list.json': '{ "tools": ["one"] }' });
  const given = project(`{ name: 'far', from: '${source.origin}/list.json', allowPrivate: true }`);
  try {
    await refreshDocuments(requestFor(given));
    const lock = readFileSync(join(given.root, 'service.lock.json'), 'utf8');
    for (const [path, bad, expected] of [
      ['/list.json', '<html>no list</html>', /prepare-failed: .*could not be prepared: prepare failed: .*is not valid JSON/],
      ['/list.json', '{ "tools": ["no name at all!"] }', /name/],
      ['/list.json', { status: 503 }, /document-refused: .*: it was answered with the status 503/],
      ['/list.json', { location: 'ftp://127.0.0.1/list.json' }, /document-refused: .*: it leads to an address of ftp/],
      ['/list.json', { location: '/list.json' }, /document-refused: .*more than 5 redirects/],
    ] as const) {
      source.documents[path] = bad;
      const { diagnostics, refreshed } = await refreshDocuments(requestFor(given));
      assert.is(refreshed, undefined);
      assert.match(shown(diagnostics).join('\n'), expected);
      assert.is(readFileSync(join(given.root, 'service.lock.json'), 'utf8'), lock);
    }
    assert.equal(await toolsOf(given), ['one']);
    await source.stop();
    const { diagnostics } = await refreshDocuments(requestFor(given));
    assert.match(shown(diagnostics).join('\n'), /^src\/main\.ts:7:5 document-refused: .*: 127\.0\.0\.1:\d+ could not be reached$/);
  } finally {
    given.remove();
  }
});

test('[A13.addresses] an address that is not public is refused, unless the adapter allows it', async () => {
  const source = await serve({ '/list.json': '{ "tools": ["one"] }' });
  const given = project(`{ name: 'far', from: '${source.origin}/list.json' }`);
  try {
    const { diagnostics } = await refreshDocuments(requestFor(given));
    assert.match(shown(diagnostics).join('\n'), /^src\/main\.ts:7:5 document-refused: .*127\.0\.0\.1 is not at a public address$/);
    assert.is(source.asked.length, 0);
  } finally {
    given.remove();
    await source.stop();
  }
});

test('[A13.lock] a document that is not what the lock says is a finding, and so is a lock that cannot be read', async () => {
  const source = await serve({ '/list.json': '{ "tools": ["one"] }' });
  const given = project(`{ name: 'far', from: '${source.origin}/list.json', allowPrivate: true }`);
  const folder = join(given.root, 'service.lock');
  try {
    await refreshDocuments(requestFor(given));
    const [file = ''] = readdirSync(folder);
    writeFileSync(join(folder, file), '{ "tools": ["evil"] }');
    assert.match(
      (await findings(given)).join('\n'),
      new RegExp(
        `^src/main\\.ts:7:5 document-not-as-locked: .*service\\.lock/${file}, the copy of ${source.origin}/list\\.json, has the SHA-256 \\w{64}, and service\\.lock\\.json says \\w{64}$`,
      ),
    );
    const lock = readFileSync(join(given.root, 'service.lock.json'), 'utf8');
    for (const [bad, expected] of [
      ['<<<<<<< HEAD', 'it is not JSON'],
      ['{ "version": 2 }', '"version" must be 1'],
      [lock.replace(file, '../src/main.ts'), '"documents" has a bad row at index 0'],
      [lock.replace(file, 'gone.json'), 'service.lock/gone.json, the copy of'],
    ] as const) {
      writeFileSync(join(given.root, 'service.lock.json'), bad);
      const found = (await findings(given)).join('\n');
      assert.match(found, /^src\/main\.ts:7:5 document-not-as-locked/);
      assert.ok(found.includes(expected), found);
    }
    rmSync(join(given.root, 'service.lock.json'));
    execFileSync('mkfifo', [join(given.root, 'service.lock.json')]);
    assert.match((await findings(given)).join('\n'), /document-not-as-locked: .*service\.lock\.json cannot be read: it is not a file/);
    rmSync(join(given.root, 'service.lock.json'));
    writeFileSync(join(given.root, 'service.lock.json'), lock);
    rmSync(join(folder, file));
    execFileSync('mkfifo', [join(folder, file)]);
    assert.match((await findings(given)).join('\n'), /document-not-as-locked: .*the copy of .* cannot be read/);
    rmSync(join(folder, file));
    // It puts things right.
    await refreshDocuments(requestFor(given));
    assert.equal(await toolsOf(given), ['one']);
  } finally {
    given.remove();
    await source.stop();
  }
});

test('[A13.files] a file is one of the project', async () => {
  const cases: Readonly<Record<string, RegExp>> = {
    '../outside.json': /document-refused: .*\.\.\/outside\.json lies outside the project/,
    'lists/../../outside.json': /lies outside the project/,
    '/etc/hostname': /lies outside the project/,
    'file:///etc/hostname': /lies outside the project/,
    'link.json': /link\.json leads outside the project by a symbolic link/,
    'linked/hostname': /leads outside the project by a symbolic link/,
    'none.json': /none\.json does not exist in the project/,
    lists: /lists is not a file/,
    'pipe.json': /pipe\.json is not a file/,
    'socket.json': /socket\.json is not a file/,
    'ftp://example.com/list.json': /is neither a path nor an address of http or https/,
    'list.json': /an address with a password would be written to the lock/,
  };
  for (const [from, expected] of Object.entries(cases)) {
    const socket = createServer();
    const given = project(`{ name: 'near', from: '${from}' }`, {
      'list.json': '{ "tools": [], "more": "https://me:secret-word@example.com/list.json" }',
    });
    try {
      mkdirSync(join(given.root, 'lists'));
      symlinkSync('/etc/hostname', join(given.root, 'link.json'));
      symlinkSync('/etc', join(given.root, 'linked'));
      execFileSync('mkfifo', [join(given.root, 'pipe.json')]);
      socket.listen(join(given.root, 'socket.json'));
      await once(socket, 'listening');
      const found = (await findings(given)).join('\n');
      assert.match(found, expected);
      assert.match(found, /^src\/main\.ts:7:5 document-refused/);
      assert.not.match(found, /secret-word/);
    } finally {
      socket.close();
      given.remove();
    }
  }
});

test('[A13.files] a file names others from where it lies; a document of the network names no file', async () => {
  const near = project("{ name: 'near', from: 'lists/a.json' }", {
    'lists/a.json': '{ "tools": ["one"], "more": "./deep/b.json#/x" }',
    'lists/deep/b.json': '{ "tools": ["two"], "more": "../c.json" }',
    'lists/c.json': '{ "tools": ["three"] }',
  });
  const source = await serve({ '/list.json': '{ "tools": ["one"], "more": "file:///etc/hostname" }' });
  const far = project(`{ name: 'far', from: '${source.origin}/list.json', allowPrivate: true }`);
  try {
    assert.equal(await toolsOf(near), ['one', 'two', 'three']);
    const { diagnostics } = await refreshDocuments(requestFor(far));
    assert.match(shown(diagnostics).join('\n'), /document-refused: .*a document of the network may name only documents of the network/);
  } finally {
    near.remove();
    far.remove();
    await source.stop();
  }
});

test('[A13.failures] a prepare that throws, does not end, or returns what is no JSON is a finding at the adapter', async () => {
  const cases: Readonly<Record<string, RegExp>> = {
    "throw new Error('bad list')": /prepare-failed: The adapter "near" could not be prepared: prepare failed: bad list/,
    'return new Promise(() => undefined)': /prepare-failed: .*prepare did not end within 3000 ms/,
    'for (;;);': /evaluation-timeout: .*this line was running/,
    'return { made: [new Date(0)] }': /prepare-failed: .*returned what is no JSON: \/made\/0 is an object of the class Date/,
    'return () => 1': /returned what is no JSON: the value itself is a function/,
    'return undefined': /returned what is no JSON: the value itself is undefined/,
    'return [NaN]': /returned what is no JSON: \/0 is NaN/,
    'const own: unknown[] = []; own.push({ "a/b": own }); return own': /returned what is no JSON: \/0\/a~1b holds itself/,
    "return (await fetch('https://example.com')).json()": /evaluation-threw: .*it tried to connect to the network/,
    "return (await import('node:fs')).writeFileSync('x', '')": /prepare-failed: .*it tried to write/,
  };
  for (const [body, expected] of Object.entries(cases)) {
    const given = writeProject({
      'src/lists.ts': lists.replace(/static async prepare[\s\S]*?\n {2}\}\n/, `static async prepare() { ${body}; }\n`),
      'src/main.ts': main("{ name: 'near', from: 'x' }"),
    });
    try {
      const { diagnostics } = await analyse(requestOf(given.root, 'small', { evaluationTimeoutMs: 1500 }));
      const found = shown(diagnostics).join('\n');
      assert.match(found, expected);
      if (/prepare-failed/.test(found)) assert.match(found, /^src\/main\.ts:7:5 /);
    } finally {
      given.remove();
    }
  }
});

test.run();
