import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { inEnoughTime } from '../../../test/support/enough-time.ts';
import { findSdkCopy } from '../bundler-plugin/index.ts';
import { startEvaluator, type Evaluation } from './index.ts';

const modules = fileURLToPath(new URL('../../../node_modules', import.meta.url));
const serverSource = `
import { Service, tool } from '@service/sdk';
import { z } from 'zod';
const add = tool({ name: 'add', description: 'Adds.', inputSchema: { a: z.number(), b: z.number().default(0) } })(({ a, b }) => a + b);
@Service({ info: { name: 'sums', version: '1.0.0' }, tools: [add] })
export default class Server {}
`;

interface EvaluateOptions {
  readonly timeoutMs?: number;
  readonly server?: string;
  /** Called with the project's folder as soon as the definitions have been handed over. */
  readonly onHandedOver?: (root: string) => void;
  readonly environment?: Readonly<Record<string, string>>;
  readonly alwaysIsolated?: boolean;
  /** Further files in `src`. */
  readonly files?: Readonly<Record<string, string>>;
}

/** Evaluates a server whose first import is a module with the given text. */
async function evaluate(text: string, options: EvaluateOptions = {}): Promise<Evaluation> {
  const root = mkdtempSync(join(tmpdir(), 'service-evaluate-'));
  mkdirSync(join(root, 'src'));
  mkdirSync(join(root, 'node_modules'));
  const evaluator = startEvaluator(root, options.environment, { alwaysIsolated: options.alwaysIsolated });
  try {
    for (const name of readdirSync(modules)) if (!name.startsWith('.')) symlinkSync(join(modules, name), join(root, 'node_modules', name));
    for (const [name, further] of Object.entries(options.files ?? {})) writeFileSync(join(root, 'src', name), further);
    writeFileSync(join(root, 'src', 'first.ts'), text);
    writeFileSync(join(root, 'src', 'main.ts'), `import './first.ts';${options.server ?? serverSource}`);
    const entry = { file: join(root, 'src', 'main.ts'), exportName: 'default' };
    const { handedOver, ended } = evaluator.evaluate({
      root,
      entry,
      sdk: findSdkCopy(),
      external: [],
      define: {},
      timeoutMs: options.timeoutMs ?? 20_000,
      spans: {},
      spanOfOption: () => undefined,
      environmentOf: () => ({ reads: new Map(), whole: undefined }),
      listed: () => [],
      branches: { items: [], adapterOptions: {} },
      shown: [],
      alwaysIsolated: options.alwaysIsolated,
    });
    await handedOver;
    options.onHandedOver?.(root);
    return await ended;
  } finally {
    evaluator.stop();
    rmSync(root, { recursive: true });
  }
}

/** `code message @ file:line:column` of the only finding. */
async function finding(text: string, options?: EvaluateOptions): Promise<string> {
  const { server, diagnostics } = await evaluate(text, options);
  assert.is(server, undefined);
  assert.is(diagnostics.length, 1);
  const [{ code, message, span } = { code: '', message: '', span: undefined }] = diagnostics;
  return `${code}: ${message}${span === undefined ? '' : ` @ ${span.file}:${span.line}:${span.column}`}`;
}

test('[I2.evaluate.model] the definitions give the run time view of the server, schemas as JSON Schema 2020-12', async () => {
  const { server, diagnostics } = await evaluate('');
  assert.equal(diagnostics, []);
  assert.equal(server?.info, { name: 'sums', version: '1.0.0' });
  const [tool] = server?.tools ?? [];
  assert.is(tool?.name, 'add');
  assert.equal(tool?.inputSchema['required'], ['a']);
  assert.is(tool?.inputSchema['type'], 'object');
});

test('[I2.evaluate.throws] what a module throws while it loads is reported at its line', async () => {
  assert.is(
    await finding("function deep(): never { throw new TypeError('é broken'); }\n  deep();"),
    'evaluation-threw: Loading the definitions failed: TypeError: é broken @ src/first.ts:1:32',
  );
  assert.match(await finding("throw 'text';"), 'a value that is not an Error was thrown: text');
  assert.is(
    await finding("void Promise.reject(new Error('later'));"),
    'evaluation-threw: Loading the definitions failed: later @ src/first.ts:1:21',
  );
});

test('[I2.evaluate.hangs] [isolation.late] an evaluation that does not end is stopped at the deadline', async () => {
  const text = 'evaluation-timeout: Loading the definitions did not end within N ms; this line was running @ src/first.ts';
  const late = async (module: string, files: EvaluateOptions['files'] = {}): Promise<string> => {
    const found = await inEnoughTime(
      (timeoutMs) => finding(module, { timeoutMs, files }),
      (said) => said.includes('this line was running'),
    );
    return found.replace(/\d+ ms/, 'N ms');
  };
  assert.is(await late('\n  for (;;) {}'), `${text}:2:3`);
  const packaged = "import { spin } from './library.ts';\nspin(() => { for (;;) {} });";
  assert.is(await late(packaged, { 'library.ts': 'export const spin = (run: () => void) => run();\n' }), `${text}:2:14`);
});

test('[I2.evaluate.opens-port] opening a port is refused and reported, even when the error is caught', async () => {
  const source = "import { createServer } from 'node:http';\ntry {\n  createServer().listen(3000);\n} catch {}";
  assert.is(await finding(source), 'evaluation-opened-port: Loading the definitions tried to listen on port 3000 @ src/first.ts:3:18');
  assert.match(
    await finding("import net from 'node:net';\nnet.createServer().listen({ path: '/tmp/x.sock' });"),
    'tried to listen on /tmp/x.sock',
  );
  assert.match(await finding("import { createSocket } from 'node:dgram';\ncreateSocket('udp4').bind(53);"), 'tried to listen on port 53');
});

test('connections, child processes and process.exit are refused at their line', async () => {
  assert.match(
    await finding("import { connect } from 'node:net';\nconnect(8099, '127.0.0.1');"),
    'it tried to connect to the network @ src/first.ts:2:1',
  );
  assert.match(
    await finding("void fetch('http://127.0.0.1:8099').catch(() => undefined);"),
    /it tried to connect to the network @ src\/first\.ts:1:6$/,
  );
  assert.match(
    await finding("import { execSync } from 'node:child_process';\nexecSync('true');"),
    'it called execSync() of node:child_process @ src/first.ts:2:1',
  );
  assert.match(await finding('process.exit(3);'), 'it called process.exit() @ src/first.ts:1:9');
  assert.match(await finding('process.abort();'), 'it called process.abort() @ src/first.ts:1:9');
  assert.match(await finding("\nprocess.kill(process.pid, 'SIGKILL');"), 'it called process.kill() @ src/first.ts:2:9');
});

test('[environment.effects] what modules do to the process that loads them is a warning at its line', async () => {
  const warnings = async (text: string): Promise<readonly string[]> => {
    const { server, diagnostics } = await evaluate(text);
    assert.ok(server, 'none of it stops a build');
    return diagnostics.map(({ code, message, span }) => `${code} ${message.split('`')[1]} ${span?.file}:${span?.line}:${span?.column}`);
  };
  // An hour: what is over before the definitions are loaded is no effect.
  const acts = `setInterval(() => undefined, 1000);
  setTimeout(() => undefined, 3_600_000);
process.once('SIGTERM', () => undefined);
process.chdir('src');
process.env['MODE'] = 'own';
(() => process.on('uncaughtException', () => undefined))();`;
  assert.equal(await warnings(acts), [
    'load-effect setInterval() src/first.ts:1:1',
    'load-effect setTimeout() src/first.ts:2:3',
    "load-effect process.once('SIGTERM') src/first.ts:3:9",
    'load-effect process.chdir() src/first.ts:4:9',
    'load-effect process.env.MODE src/first.ts:5:19',
    "load-effect process.on('uncaughtException') src/first.ts:6:16",
  ]);
  const over = `import { setTimeout as later } from 'node:timers';
clearInterval(setInterval(() => undefined, 1000));
later(() => undefined, 1000).unref();
const listener = () => undefined;
process.on('SIGINT', listener);
process.off('SIGINT', listener);
export const start = () => setInterval(() => undefined, 1000);`;
  assert.equal(await warnings(over), []);
});

test('[contract.elsewhere] values decided by time, chance or the machine are kept apart from constant ones', async () => {
  const asking = (body: string): string => `
import { hostname, tmpdir } from 'node:os';
import { randomUUID } from 'node:crypto';
import { Service, tool } from '@service/sdk';
import { z } from 'zod';
const id = randomUUID();
const started = new Date();
const add = tool({ name: 'add', description: 'Adds.', inputSchema: { a: ${body} } })(() => [id, started, tmpdir(), hostname()].join());
@Service({ info: { name: 'sums', version: '1.0.0' }, tools: [add] })
export default class Server {}`;
  const open = async (body: string): Promise<readonly (readonly string[])[]> => {
    const { decidedAtStart, diagnostics } = await evaluate('', { server: asking(body) });
    assert.equal(diagnostics, []);
    return Object.values(decidedAtStart ?? {});
  };
  for (const body of [
    'z.number().min(Date.now())',
    'z.string().describe(Date())',
    'z.string().describe(String(started.getUTCDate()))',
    'z.string().max(1 + Math.floor(Math.random() * 1e9))',
    'z.string().describe(id)',
    'z.string().describe(hostname())',
  ])
    assert.equal(await open(body), [['inputSchema']], body);
  // Asked for, and of no effect on what clients are told.
  assert.equal(await open('z.date().safeParse(started).success ? z.string() : z.number()'), []);
  assert.equal(await open('started instanceof Date && new Date(0).getTime() === 0 ? z.string() : z.number()'), []);
  const texts = asking('z.string()')
    .replace("version: '1.0.0'", 'version: `1.0.${Date.now()}`')
    .replace("'Adds.'", '`Adds since ${Date.now()}.`');
  const { decidedAtStart } = await evaluate('', { server: texts });
  assert.equal(Object.values(decidedAtStart ?? {}), [['description'], ['version']]);
});

test('[isolation.writes] a file outside the project’s cache is not written, and the write is reported at its line', async () => {
  const write = (path: string): string => `import { writeFileSync } from 'node:fs';\nwriteFileSync(${path}, 'x');`;
  const outside = join(tmpdir(), `service-outside-${process.pid}`);
  assert.match(await finding(write(JSON.stringify(outside))), `it tried to write ${outside}; while definitions load they may write to`);
  assert.not.ok(existsSync(outside));
  assert.match(
    await finding(write("'package.json'")),
    "package.json; while definitions load they may write to the project's cache alone, and to nothing under audit, doctor and inspect @ src/first.ts:2:1",
  );
  const { server } = await evaluate(
    `import { mkdirSync } from 'node:fs';\nmkdirSync('.cache/own', { recursive: true });\n`.replaceAll(
      '.cache',
      'node_modules/.cache/service',
    ),
  );
  assert.is(server?.info.name, 'sums');
});

test('[isolation.processes] what Node restricts cannot be reached around the guard', async () => {
  const source =
    "const { spawnSync } = process.binding === undefined ? { spawnSync: undefined } : process.getBuiltinModule('node:child_process');\nspawnSync?.('true');";
  assert.match(await finding(source), 'evaluation-threw');
});

test('[isolation.off] a thread at the top of a module is allowed in an unrestricted process, and said at its line', async () => {
  const { diagnostics, server } = await evaluate("import { Worker } from 'node:worker_threads';\nnew Worker('1', { eval: true }).unref();");
  assert.is(server?.info.name, 'sums');
  const [found] = diagnostics;
  assert.equal(
    [diagnostics.length, found?.code, found?.severity, found?.span?.file, found?.span?.line],
    [1, 'evaluation-not-isolated', 'warning', 'src/first.ts', 2],
  );
  assert.match(found?.message ?? '', 'Isolation is off: loading the definitions needs a worker thread');
});

test('[isolation.off] so is a native add-on', async () => {
  const { diagnostics } = await evaluate("process.dlopen({ exports: {} }, '/nothing.node');");
  assert.equal(
    diagnostics.map(({ code }) => code),
    ['evaluation-not-isolated', 'evaluation-threw'],
  );
  assert.match(diagnostics[1]?.message ?? '', '/nothing.node');
});

test('[foreign.held] a project that is only looked at gets neither an unrestricted process nor a cache', async () => {
  const messageOf = async (text: string): Promise<string> => {
    const { diagnostics } = await evaluate(text, { alwaysIsolated: true });
    assert.equal(
      diagnostics.map(({ code }) => code),
      ['evaluation-threw'],
    );
    return diagnostics[0]?.message ?? '';
  };
  const thread = "import { Worker } from 'node:worker_threads';\nnew Worker('0', { eval: true });";
  assert.match(await messageOf(thread), 'it needs a worker thread, for which this command would lift its restrictions: use --unrestricted');
  assert.match(await messageOf("process.dlopen({ exports: {} }, '/nothing.node');"), 'it needs a native add-on');
  const cached = "import { mkdirSync } from 'node:fs';\nmkdirSync('node_modules/.cache/service', { recursive: true });";
  assert.match(await messageOf(cached), 'it tried to write');
});

test('[environment.build] the definitions see system variables and the given ones; every variable read is reported', async () => {
  const given = { GIVEN: 'a' };
  const source = "if (process.env.GIVEN !== 'a' || process.env['PATH'] === undefined || 'OTHER' in process.env) throw new Error('wrong');";
  const { environment, diagnostics } = await evaluate(source, { environment: given });
  assert.equal(diagnostics, []);
  assert.equal(
    environment?.map(({ isSet, name }) => [name, isSet]),
    [
      ['GIVEN', true],
      ['PATH', true],
      ['OTHER', false],
    ],
  );
});

test('output, timers and the build machine’s environment have no effect on the model', async () => {
  process.env['SERVICE_TEST_SECRET'] = 'hunter2';
  try {
    const { server } = await evaluate(
      "console.log('{}'); process.stdout.write('noise'); setInterval(() => undefined, 1000); if (process.env.SERVICE_TEST_SECRET !== undefined) throw new Error('seen');",
    );
    assert.is(server?.info.name, 'sums');
  } finally {
    delete process.env['SERVICE_TEST_SECRET'];
  }
});

test('what cannot be bundled is reported at the import, and modules with top-level await are loaded and named', async () => {
  assert.is(
    await finding("import { a } from './missing.ts'; a();"),
    'bundle-failed: The bundler stopped: Could not resolve "./missing.ts" @ src/first.ts:1:19',
  );
  const { awaiting, diagnostics, server } = await evaluate(
    "const one = await Promise.resolve('sums'); if (one !== 'sums') throw new Error(one);",
  );
  assert.equal([diagnostics, server?.info.name], [[], 'sums']);
  assert.equal(
    awaiting?.map(({ chain, place }) => `${place} ${chain}`),
    ['src/first.ts:1:13 src/main.ts → src/first.ts'],
  );
  assert.match(await finding('await new Promise(() => undefined); export {};'), /an `await` at the top of a module never ends/);
  assert.match(await finding("await Promise.reject(new Error('not here'));"), /^evaluation-threw: .*not here @ src\/first\.ts:1:/);
});

test('[A3a.1.start-call] a function that no bundle has is a finding at its import, in modules that only the bundler reaches too', async () => {
  for (const name of ['runUnixSocket', 'create', 'connect', 'clearCreateCache'])
    assert.is(
      await finding(`import { ${name} } from '@service/sdk'; void ${name};`),
      `start-call: \`${name}\` of @service/sdk cannot be used here in a compiled project: a bundle starts only its own server @ src/first.ts:1:10`,
    );
  const { diagnostics } = await evaluate("import { runUnixSocket } from '@service/sdk'; void runUnixSocket;");
  assert.match(diagnostics[0]?.hint ?? '', 'http.socketPath');
});

test('[I16.start.evaluation] definitions that start their server themselves are evaluated, and nothing is started', async () => {
  const names = ['bootstrap', 'runStdio', 'createHandler', 'createFetchHandler', 'createDirect'];
  const { server } = await evaluate(
    `import { ${names.join(', ')}, Service } from '@service/sdk'; class Own {} Service({ info: { name: 'a', version: '1.0.0' } })(Own); for (const start of [${names.join(', ')}]) void start(Own);`,
  );
  assert.is(server?.info.name, 'sums');
});

test('[I2.evaluate.schema] a schema that JSON Schema cannot say is named with its entry', async () => {
  const server = serverSource.replace('a: z.number()', 'a: z.date()');
  const found = await finding('', { server });
  assert.match(found, 'schema-not-json');
  assert.match(found, 'add');
});

test('definitions that have been handed over are loaded while this thread is busy', async () => {
  let loaded = false;
  const { server } = await evaluate(
    "import { mkdirSync, writeFileSync } from 'node:fs';\nmkdirSync('node_modules/.cache/service', { recursive: true });\nwriteFileSync('node_modules/.cache/service/loaded', '');",
    {
      onHandedOver: (root) => {
        const deadline = Date.now() + 60_000;
        while (!loaded && Date.now() < deadline) loaded = existsSync(join(root, 'node_modules/.cache/service/loaded'));
      },
    },
  );
  assert.ok(loaded);
  assert.is(server?.tools.length, 1);
});

test.run();
