/* Worker builds of real projects on workerd itself: the runtime of the platform, not an imitation of it. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { writeOutput } from '../../src/compiler/index.ts';
import { nodeTarget } from '../../src/targets/node/target.ts';
import { workerTarget } from '../../src/targets/worker/target.ts';
import { fixture } from '../../fixtures/calculator/fixture.ts';
import { bootWorker, type WorkerBoot } from '../support/boot/worker.ts';
import { build, bundleOf, copyFixture, requestOf } from '../support/compile.ts';
import {
  initializeBody,
  legacyBody,
  legacyHeaders,
  modernRequest,
  openStream,
  parseWire,
  smallestRequest,
} from '../support/wire-client.ts';

interface Context {
  readonly project: ReturnType<typeof copyFixture>;
  readonly worker: WorkerBoot;
}
const test = suite<Context>('worker target');

const keysOf = (value: unknown): string[] => (typeof value === 'object' && value !== null ? Object.keys(value) : []);

/** Beside what the calculator has: something to stream, to wait for and to change. */
const further = `
const count = tool({ name: 'count', description: 'Reports progress.' })((_input, ctx) => {
  ctx.progress(1, 2);
  ctx.progress(2, 2);
  return 'counted';
});
const wait = tool({ name: 'wait', description: 'Runs until it is cancelled.' })(
  (_input, ctx) =>
    new Promise((resolve) => {
      ctx.signal.addEventListener('abort', () => resolve('cancelled'));
      ctx.progress(1, 2);
      setTimeout(resolve, 60_000);
    }),
);
const clock = tool({ name: 'clock', description: 'Waits on a timer.' })(async () => {
  await new Promise((resolve) => setTimeout(resolve, 1));
  return 'waited';
});
`;

async function buildWorker(root: string, bundler: 'esbuild' | 'rollup' = 'esbuild'): Promise<string> {
  const request = requestOf(root, 'calculator', { build: { bundler }, variables: { SERVICE_LOG_LEVEL: 'warn' } });
  const { result } = await bundleOf(request, workerTarget);
  const folder = join(root, 'dist', bundler);
  await writeOutput(request, result, folder);
  return folder;
}

test.before(async (context) => {
  const project = copyFixture('calculator');
  const main = join(project.root, 'src/main.ts');
  const source = readFileSync(main, 'utf8');
  const withTools = source
    .replace(/^import \{([^}]*)\} from '@service\/sdk';/m, (_line, names: string) =>
      `import {${names}, tool } from '@service/sdk';`.replace(' ,', ','),
    )
    .replace('tools: [', 'tools: [count, clock, wait, ')
    .replace(/\n@App/, `${further}\n@App`);
  writeFileSync(main, withTools);
  const folder = await buildWorker(project.root);
  Object.assign(context, { project, worker: await bootWorker({ bundle: join(folder, 'index.js') }) });
});

test.after(async ({ project, worker }) => {
  await worker.stop();
  project.remove();
});

async function post(worker: WorkerBoot, headers: Readonly<Record<string, string>>, body: string) {
  const answer = await fetch(`${worker.origin}/mcp`, { method: 'POST', headers, body });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}
const call = (worker: WorkerBoot, ...request: Parameters<typeof modernRequest>) => {
  const { headers, body } = modernRequest(...request);
  return post(worker, headers, body);
};

test('[S4.3.worker-files] a build is index.js, a package.json of type module, the contract, and what it is made of', async ({
  project,
}) => {
  const folder = join(project.root, 'dist/esbuild');
  assert.equal(readdirSync(folder).sort(), ['contract.json', 'index.js', 'licenses.txt', 'package.json', 'sbom.cdx.json']);
  assert.is(Reflect.get(Object(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))), 'type'), 'module');
  const module: unknown = await import(join(folder, 'index.js'));
  assert.equal(keysOf(module), ['default'], 'nothing but the default export');
  assert.equal(keysOf(Reflect.get(Object(module), 'default')), ['fetch']);
});

test('[I3.worker.call] on workerd, 2026-07-28: discovered, listed, called, refused', async ({ worker }) => {
  assert.is((await call(worker, 'server/discover')).status, 200);
  const list = await call(worker, 'tools/list');
  assert.match(list.text, '"name":"add"');
  const sum = await call(worker, 'tools/call', { name: 'add', arguments: { a: 2, b: 3 } });
  assert.equal(parseWire(sum.text).result.structuredContent, { sum: 5 });
  assert.match((await call(worker, 'tools/call', { name: 'clock', arguments: {} })).text, 'waited');
  const wrong = await call(worker, 'tools/call', { name: 'add', arguments: { a: 'two', b: 3 } });
  assert.match(wrong.text, '"isError":true');
  assert.is((await call(worker, 'ping')).status, 404);
});

test('[D2.client.2026.smallest] on workerd: the smallest request is served, and the header that is missing is named', async ({
  worker,
}) => {
  const { body, headers } = smallestRequest('tools/call', { name: 'add', arguments: { a: 2, b: 3 } });
  const served = await post(worker, headers, body);
  assert.is(served.status, 200, served.text);
  assert.equal(parseWire(served.text).result.structuredContent, { sum: 5 });
  const { 'mcp-protocol-version': _version, ...others } = headers;
  const refused = await post(worker, others, body);
  assert.is(refused.status, 400);
  assert.match(refused.text, '"message":"Header mismatch: the mcp-protocol-version header is required"');
});

test('[D2.worker.session-secret] a production worker without MCP_SESSION_SECRET refuses older clients and serves everybody else', async ({
  project,
}) => {
  const bundle = join(project.root, 'dist/esbuild/index.js');
  // A worker whose NODE_ENV is unset is one in production.
  const worker = await bootWorker({ bundle, vars: { MCP_SESSION_SECRET: '', JWT_SECRET: 'a secret of thirty-two characters' } });
  const refused = await post(worker, legacyHeaders, initializeBody());
  assert.is(refused.status, 500);
  const { code, error } = JSON.parse(refused.text) as { error: string; code: string };
  assert.equal([error, code], ['server_misconfigured', 'SESSION_SECRET_REQUIRED']);
  assert.is((await call(worker, 'tools/list')).status, 200);
  assert.is((await fetch(`${worker.origin}/healthz`)).status, 200);
  await worker.stop();
  const enough: readonly Record<string, string>[] = [
    { MCP_SESSION_SECRET: 'a secret of thirty-two characters' },
    { MCP_SESSION_SECRET: '', NODE_ENV: 'development' },
  ];
  for (const vars of enough) {
    const serving = await bootWorker({ bundle, vars });
    assert.is((await post(serving, legacyHeaders, initializeBody())).status, 200);
    await serving.stop();
  }
});

test('[I3.worker.session] on workerd, 2025-11-25: a session is opened, used, listened to and ended', async ({ worker }) => {
  const opened = await post(worker, legacyHeaders, initializeBody());
  assert.is(opened.status, 200);
  const session = { ...legacyHeaders, 'mcp-session-id': opened.headers.get('mcp-session-id') ?? '', 'mcp-protocol-version': '2025-11-25' };
  assert.is((await post(worker, session, legacyBody('notifications/initialized'))).status, 202);
  const sum = await post(worker, session, legacyBody('tools/call', { name: 'add', arguments: { a: 1, b: 1 } }, 2));
  assert.equal(parseWire(sum.text).result.structuredContent, { sum: 2 });
  const { port } = new URL(worker.origin);
  const background = await openStream({ port: Number(port), method: 'GET', path: '/mcp', headers: session });
  assert.is(background.status, 200);
  background.close();
  const ended = await fetch(`${worker.origin}/mcp`, { method: 'DELETE', headers: session });
  assert.ok(ended.ok);
  assert.is((await post(worker, session, legacyBody('ping', {}, 3))).status, 404);
});

test('[I3.worker.stream] on workerd: a call that reports progress streams it before its answer', async ({ worker }) => {
  const { headers, body } = modernRequest('tools/call', { name: 'count', arguments: {} }, { meta: { progressToken: 'p' } });
  const stream = await openStream({ port: Number(new URL(worker.origin).port), path: '/mcp', headers, body });
  assert.match(String(stream.headers['content-type']), 'text/event-stream');
  assert.is((await stream.next())?.['method'], 'notifications/progress');
  assert.is((await stream.next())?.['method'], 'notifications/progress');
  assert.match(JSON.stringify(await stream.next()), 'counted');
  assert.is(await stream.next(), undefined);
});

test('[I3.worker.across-requests] on workerd: one request cancels the call of another', async ({ project }) => {
  // A worker of its own: what workerd says of earlier tests' abandoned streams may come late and is not about this call.
  const worker = await bootWorker({ bundle: join(project.root, 'dist/esbuild/index.js') });
  try {
    const opened = await post(worker, legacyHeaders, initializeBody());
    const session = {
      ...legacyHeaders,
      'mcp-session-id': opened.headers.get('mcp-session-id') ?? '',
      'mcp-protocol-version': '2025-11-25',
    };
    const body = legacyBody('tools/call', { name: 'wait', arguments: {}, _meta: { progressToken: 'p' } }, 7);
    const stream = await openStream({ port: Number(new URL(worker.origin).port), path: '/mcp', headers: session, body });
    assert.is((await stream.next())?.['method'], 'notifications/progress');
    assert.is((await post(worker, session, legacyBody('notifications/cancelled', { requestId: 7 }))).status, 202);
    const answer = JSON.stringify(await stream.next());
    assert.match(answer, 'cancelled');
    assert.is(worker.output.text, '', 'nothing went wrong in between');
  } finally {
    await worker.stop();
  }
});

test('on workerd: health and unknown paths are those of the fetch handler, with the security headers', async ({ worker }) => {
  const health = await fetch(`${worker.origin}/healthz`);
  assert.equal(await health.json(), { status: 'ok', server: { name: 'calculator', version: '1.4.0' }, transport: 'web-fetch' });
  const unknown = await fetch(`${worker.origin}/nothing`);
  assert.is(unknown.headers.get('x-content-type-options'), 'nosniff');
  assert.equal(await unknown.json(), { error: 'Not Found', entryPaths: ['/mcp'] });
});

test('[I3.worker.variables] on workerd: the variables of the worker are its environment, and a bad one is said', async ({ project }) => {
  const bundle = join(project.root, 'dist/esbuild/index.js');
  const moved = await bootWorker({ bundle, vars: { SERVICE_HTTP_ENTRY_PATH: '/elsewhere', SERVICE_ALLOWED_HOSTS: 'worker.example' } });
  try {
    const refused = await fetch(`${moved.origin}/healthz`);
    assert.equal([refused.status, await refused.json()], [403, { error: 'Forbidden', message: 'Invalid Host header' }]);
  } finally {
    await moved.stop();
  }
  const broken = await bootWorker({ bundle, vars: { SERVICE_LOG_LEVEL: 'hunter2' } });
  try {
    const refused = await fetch(`${broken.origin}/healthz`);
    assert.is(refused.status, 500);
    assert.match(await refused.text(), '"error":"server_misconfigured","code":"CONFIG_INVALID"');
  } finally {
    await broken.stop();
  }
  assert.match(broken.output.text, 'SERVICE_LOG_LEVEL');
  assert.not.match(broken.output.text, 'hunter2');
});

test('[I3.worker.promises] the bundle keeps its limits of size and of forbidden contents: no module of Node', async () => {
  const copy = copyFixture('calculator');
  try {
    const { code, report } = await bundleOf(requestOf(copy.root, 'calculator'), workerTarget);
    const promise = fixture.targets['worker'];
    assert.ok(promise !== undefined);
    assert.ok(report.gzipBytes <= promise.maxGzipBytes, `${report.gzipBytes} bytes after gzip`);
    // Node's `Buffer.` is forbidden, and the language's `ArrayBuffer.` is not.
    const own = code.replaceAll('ArrayBuffer.', '');
    for (const text of promise.mustNotContain) assert.not.ok(own.includes(text), `the bundle holds "${text}"`);
    for (const part of promise.mustNotBundle)
      assert.not.ok(
        report.bundled.find((path) => path.includes(part)),
        `${part} is bundled`,
      );
  } finally {
    copy.remove();
  }
});

test('[D4.authoring.unserved-option] the platform listens, so a port and an address of the server are said to have no effect', async () => {
  const copy = copyFixture('calculator');
  try {
    const main = join(copy.root, 'src/main.ts');
    const listening = `http: { port: 3000, security: { bindAddress: 'loopback' } }`;
    writeFileSync(main, readFileSync(main, 'utf8').replace('apps: [Calculator]', `apps: [Calculator], ${listening}`));
    const messages = async (target: typeof workerTarget): Promise<readonly string[]> =>
      (await build(requestOf(copy.root, 'calculator'), target)).diagnostics
        .filter(({ code }) => code === 'option-without-effect')
        .map(({ message }) => message);
    const why = 'of @Service has no effect here: the platform of the target worker listens';
    assert.equal(await messages(workerTarget), [`\`http.port\` ${why}`, `\`http.security.bindAddress\` ${why}`]);
    assert.equal(await messages(nodeTarget), []);
    // The port is part of the issuer that SERVICE_PUBLIC_HOST names.
    writeFileSync(main, readFileSync(main, 'utf8').replace(listening, `auth: { mode: 'local' }, ${listening}`));
    assert.equal(await messages(workerTarget), [`\`http.security.bindAddress\` ${why}`]);
  } finally {
    copy.remove();
  }
});

test('[D4.authoring.unserved-option] a worker has no process to measure, and checks readiness only when it is asked to', async () => {
  const said = async (options: string, target = workerTarget): Promise<readonly string[]> => {
    const copy = copyFixture('calculator');
    const main = join(copy.root, 'src/main.ts');
    writeFileSync(main, readFileSync(main, 'utf8').replace('apps: [Calculator]', `apps: [Calculator], ${options}`));
    try {
      const { diagnostics } = await build(requestOf(copy.root, 'calculator'), target);
      return diagnostics.filter(({ code }) => code === 'option-without-effect').map(({ message }) => message);
    } finally {
      copy.remove();
    }
  };
  const process = `metrics: { enabled: true, process: { fdCount: false } }`;
  const probes = (readyz = ''): string => `health: { ${readyz} probes: [{ name: 'p', check: () => ({ status: 'ok' }) }] }`;
  assert.equal(await said(`${process}, ${probes()}`), [
    '`metrics.process` of @Service has no effect here: the target worker has no process to measure',
    '`health.probes` of @Service has no effect here: the target worker checks readiness only with health.readyz.enabled: true',
  ]);
  assert.equal(await said(`${process}, ${probes()}`, nodeTarget), []);
  assert.equal(await said(`metrics: { enabled: true }, ${probes('readyz: { enabled: true },')}`), []);
});

test('[D2.worker.incompatible] [I16.no-check.own-findings] storage that the platform cannot reach is refused, in fixed words', async () => {
  const refusals = async (options: string, target = workerTarget, code = 'target-unsupported'): Promise<readonly string[]> => {
    const copy = copyFixture('calculator');
    const main = join(copy.root, 'src/main.ts');
    writeFileSync(main, readFileSync(main, 'utf8').replace('apps: [Calculator]', `apps: [Calculator], ${options}`));
    try {
      const { diagnostics, output } = await build(requestOf(copy.root, 'calculator'), target);
      const refused = diagnostics.filter((found) => found.code === code);
      assert.is(output === undefined, refused.length > 0);
      return refused.map(({ message }) => message.replace('[--target worker] config incompatible with ', ''));
    } finally {
      copy.remove();
    }
  };
  assert.equal(await refusals(`sqlite: { path: 'a.db' }, redis: { host: 'cache' }, tasks: { enabled: true }`), [
    'sqlite',
    'redis',
    'tasks',
  ]);
  assert.equal(
    await refusals(
      `redis: { provider: 'http-kv' }, tasks: { enabled: false }, http: { port: 3000 }, elicitation: { enabled: true }, pubsub: { provider: 'http-kv' }`,
    ),
    [],
  );
  assert.equal(await refusals(`redis: { provider: 'redis', host: 'cache' }, tasks: { redis: { provider: 'http-kv' }, runner: 'cli' }`), [
    'redis',
    "tasks.runner: 'cli'",
  ]);
  // Types are not checked here: the finding is our own, on every platform.
  assert.match((await refusals(`tasks: { runner: 'cli' } as never`, nodeTarget, 'not-supported'))[0] ?? '', "`tasks.runner: 'cli'`");
});

test('rollup makes a worker that runs too', async ({ project }) => {
  const rolled = await bootWorker({ bundle: join(await buildWorker(project.root, 'rollup'), 'index.js') });
  try {
    const sum = await call(rolled, 'tools/call', { name: 'add', arguments: { a: 2, b: 3 } });
    assert.equal(parseWire(sum.text).result.structuredContent, { sum: 5 });
  } finally {
    await rolled.stop();
  }
});

test('a module of Node’s in the sources of a worker is refused with its place', async () => {
  const copy = copyFixture('calculator');
  const main = readFileSync(join(copy.root, 'src/main.ts'), 'utf8');
  const reading = copyFixture('calculator', {
    'src/main.ts': `import { readFileSync } from 'node:fs';\nconsole.error(readFileSync.name);\n${main}`,
  });
  try {
    for (const bundler of ['esbuild', 'rollup'] as const) {
      const failure = await bundleOf(requestOf(reading.root, 'calculator', { build: { bundler } }), workerTarget).then(
        () => undefined,
        (error: Error) => error.message,
      );
      assert.match(failure ?? '', 'node:fs', bundler);
    }
  } finally {
    copy.remove();
    reading.remove();
  }
});

test.run();
