/* Where the log of a built bundle goes, what it holds, and what is told of requests. */
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { writeOutput } from '../../src/compiler/index.ts';
import { bootHttp, runBundle } from '../support/boot/node.ts';
import type { HttpBoot } from '../support/boot/node.ts';
import { bundleOf, copyFixture, requestOf } from '../support/compile.ts';
import { modernRequest, parseMessage, send } from '../support/wire-client.ts';

const project = copyFixture('logging');
const folder = join(project.root, 'dist', 'node');
const running: HttpBoot[] = [];

test.before(async () => {
  const request = requestOf(project.root, 'logging');
  const { result } = await bundleOf(request);
  await writeOutput(request, result, folder);
});
test.after(async () => {
  await Promise.all(running.map((boot) => boot.stop()));
  project.remove();
});

/** The fixture with another entry, built. */
async function buildSource(text: string): Promise<{ readonly folder: string; readonly remove: () => void }> {
  const other = copyFixture('logging');
  writeFileSync(join(other.root, 'src', 'main.ts'), text);
  const request = requestOf(other.root, 'logging');
  const { result } = await bundleOf(request);
  const target = join(other.root, 'dist', 'node');
  await writeOutput(request, result, target);
  return { folder: target, remove: () => other.remove() };
}

const variablesOf = (options: object, more: Record<string, string> = {}) => ({ GIVEN_OPTIONS: JSON.stringify(options), ...more });

async function start(options: object = {}, more: Record<string, string> = {}) {
  const boot = await bootHttp({ folder, name: 'logging', env: variablesOf(options, more) });
  running.push(boot);
  const port = Number(new URL(boot.url).port);
  let calls = 0;
  /** Settles when the call has been told too: everything it printed has been read then. */
  const call = async (name: string) => {
    const answer = await send({ port, path: '/mcp', ...modernRequest('tools/call', { name, arguments: {} }) });
    calls++;
    await boot.until(() => (told('REQUEST').length >= calls ? true : undefined));
    return answer;
  };
  const told = (what: string): Record<string, unknown>[] =>
    [...boot.output.stderr.matchAll(new RegExp(`^${what} (\\{.*)$`, 'gm'))].map(([, json = '']) => parseMessage(json));
  const logged = (): string =>
    boot.output.stderr
      .split('\n')
      .filter((line) => !/^(?:TRANSPORT|REQUEST|CALLBACK|WINSTON|PINO) /.test(line))
      .join('\n');
  return { boot, call, told, logged };
}

test('[S5.10.log.transports] transports get every record, those of the start too, without secrets; a broken one affects no other', async () => {
  const server = await start();
  await server.call('speak');
  const records = server.told('TRANSPORT');
  assert.match(String(records[0]?.['message']), '"ui" has no effect');
  const sold = records.find(({ message }) => message === 'sold');
  assert.is(sold?.['level'], 'info');
  assert.is(sold?.['name'], 'speak');
  assert.ok(!Number.isNaN(Date.parse(String(sold?.['time']))));
  assert.match(JSON.stringify(sold), '"sku":"a-1"');
  for (const secret of ['hunter2', 'abc.def']) assert.not.ok(server.boot.output.stderr.includes(secret), secret);
  assert.match(server.logged(), /^INFO speak sold .*sku=a-1/m);
});

test('[S5.10.log.sinks] [S5.10.log.true] a sink may be named by its type', async () => {
  const stdout = await start({ sinks: [{ type: 'stdout' }] });
  await stdout.call('speak');
  assert.match(stdout.boot.output.stdout, '"message":"sold"');
  assert.not.match(stdout.logged(), 'speak sold');
  const both = await start({ sinks: [{ type: 'console' }, { type: 'stdout' }] });
  await both.call('speak');
  assert.match(both.boot.output.stdout, '"message":"sold"');
  assert.match(both.logged(), 'speak sold');
});

const requestLogs = `import { DynamicPlugin, Plugin, Service, tool } from '@service/sdk';
import type { Logger } from '@service/sdk';

@Plugin({ name: 'marker' })
class Marker extends DynamicPlugin<{ mark: string }> {
  readonly mark: string;

  constructor() {
    super();
    this.mark = this.options.mark;
  }

  onStart({ logger }: { logger: Logger }) {
    logger.info('started', { mark: this.mark });
  }
}

const speak = tool({ name: 'speak', description: 'Speaks.' })(() => 'spoken');
const failing = tool({ name: 'failing', description: 'Fails.' })(() => {
  throw new Error('no');
});

@Service({
  info: { name: 'logging', version: '1.0.0' },
  tools: [speak, failing],
  plugins: [Marker.init({ mark: 'from init' })],
  observability: { logging: true, requestLogs: true },
})
export default class Server {}
`;

test('[S5.10.log.true] [S6.1.super] requestLogs: true logs each request; a plugin whose constructor calls super() has its options', async () => {
  const { folder, remove } = await buildSource(requestLogs);
  const boot = await bootHttp({ folder, name: 'logging', env: {} });
  running.push(boot);
  const port = Number(new URL(boot.url).port);
  for (const name of ['speak', 'failing']) await send({ port, path: '/mcp', ...modernRequest('tools/call', { name, arguments: {} }) });
  await boot.until(() => (boot.output.stderr.split('request completed').length > 2 ? true : undefined));
  assert.match(boot.output.stderr, /^INFO .*marker.* started .*from init/m);
  assert.match(boot.output.stderr, /^INFO .*request completed .*method=tools\/call.*outcome=ok/m);
  assert.match(boot.output.stderr, /^INFO .*request completed .*outcome=failed/m);
  remove();
});

test('[S5.10.log.prefix] the prefix stands before the names of all records', async () => {
  const server = await start({ prefix: 'shop' });
  await server.call('speak');
  assert.match(server.logged(), /^INFO shop\.speak sold /m);
  assert.match(server.logged(), /^WARN shop @Service: "ui"/m);
  const production = await start({ prefix: 'shop' }, { NODE_ENV: 'production' });
  await production.call('speak');
  assert.match(production.logged(), '"logger":"shop.speak"');
});

test('[S5.10.log.console] without the console records go to the transports alone', async () => {
  const server = await start({ enableConsole: false });
  await server.call('speak');
  assert.is(server.told('TRANSPORT').filter(({ message }) => message === 'sold').length, 1);
  assert.not.match(server.logged(), 'sold');
  assert.match(server.logged(), 'is listening at');
});

test('[S5.10.log.redact-fields] further members lose their value, in any case and depth; stacks can be left out', async () => {
  const server = await start({ redactFields: ['email', 'SKU'], includeStacks: false });
  await server.call('speak');
  assert.not.ok(server.boot.output.stderr.includes('ada@example.org'));
  assert.not.ok(server.boot.output.stderr.includes('a-1'));
  assert.not.match(server.boot.output.stderr, /\n {4}at |"stack"/);
  const open = await start();
  await open.call('speak');
  assert.match(open.boot.output.stderr, 'ada@example.org');
  assert.match(JSON.stringify(open.told('TRANSPORT')), '"stack"');
});

test('[S5.10.log.sinks] sinks stand in place of the console, which may be one of them', async () => {
  const server = await start({ sinks: ['callback', 'winston', 'pino', 'stdout'] });
  await server.call('speak');
  assert.is(server.told('CALLBACK').filter(({ message }) => message === 'sold').length, 1);
  const [winston] = server.told('WINSTON').filter(({ message }) => message === 'sold');
  assert.equal(winston?.['fields'], { ...(winston?.['fields'] as object), logger: 'speak', sku: 'a-1', apiKey: '[redacted]' });
  assert.is(server.told('PINO').find(({ message }) => message === 'failed')?.['level'], 'warn');
  assert.match(server.boot.output.stdout, /^\{"time":.*"message":"sold"/m);
  assert.not.match(server.logged(), 'sold');
  const both = await start({ sinks: ['console', 'callback'] });
  await both.call('speak');
  assert.match(both.logged(), 'INFO speak sold');
});

test('[S5.10.log.otlp] a collector gets records as OTLP, the last ones when the server ends', async () => {
  const bodies: string[] = [];
  const headers: Record<string, unknown> = {};
  const collector = createServer((request, response) => {
    Object.assign(headers, request.headers);
    let body = '';
    request
      .on('data', (chunk: Buffer) => (body += chunk.toString()))
      .on('end', () => {
        bodies.push(body);
        response.end();
      });
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const address = collector.address();
  const endpoint = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/v1/logs`;
  const server = await start({ sinks: [{ type: 'otlp', endpoint, headers: { authorization: 'Bearer mine' } }] });
  await server.call('speak');
  await server.boot.stop();
  const text = bodies.join('\n');
  assert.is(headers['authorization'], 'Bearer mine');
  assert.match(text, '{"key":"service.name","value":{"stringValue":"logging"}}');
  assert.match(text, '"severityNumber":9,"severityText":"INFO","body":{"stringValue":"sold"}');
  assert.match(text, '{"key":"sku","value":{"stringValue":"a-1"}}');
  collector.close();
  const nobody = await start({ sinks: [{ type: 'otlp', endpoint }] });
  assert.is((await nobody.call('speak')).status, 200);
});

test('[S5.10.log.otlp.redirect] records and the key of a collector go nowhere that it points to', async () => {
  const asked: string[] = [];
  const listen = async (name: string, location?: string) => {
    const server = createServer((request, response) => {
      asked.push(`${name} ${String(request.headers['x-key'])}`);
      request.resume();
      response.writeHead(location === undefined ? 200 : 307, location === undefined ? {} : { location }).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    return { server, url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/v1/logs` };
  };
  const other = await listen('other');
  const collector = await listen('collector', other.url);
  const server = await start({ sinks: [{ type: 'otlp', endpoint: collector.url, headers: { 'x-key': 'mine' } }] });
  await server.call('speak');
  await server.boot.stop();
  assert.equal([...new Set(asked)], ['collector mine']);
  collector.server.close();
  other.server.close();
});

test('[S5.10.request-logs] every request is logged once it has been answered; a failing callback affects no request', async () => {
  const server = await start({ badCallback: true });
  await server.call('speak');
  await server.call('failing');
  await server.call('made-up');
  const [spoken, failed, unknown] = server.told('REQUEST');
  assert.equal(spoken?.['component'], { type: 'tool', key: 'tool:logging/speak', name: 'speak' });
  assert.is(spoken?.['method'], 'tools/call');
  assert.is(spoken?.['outcome'], 'ok');
  assert.is(spoken?.['revision'], '2026-07-28');
  assert.type(spoken?.['durationMs'], 'number');
  assert.type(spoken?.['requestId'], 'string');
  assert.is(failed?.['outcome'], 'failed');
  assert.is(unknown?.['errorCode'], -32602);
  assert.is(unknown?.['component'], undefined);
  await server.boot.until(() => (server.logged().includes('onRequestComplete failed') ? true : undefined));
});

test('[I4.log.injection] what an error quotes begins no record and moves no cursor, in text and in JSON', async () => {
  for (const NODE_ENV of ['development', 'production']) {
    const server = await start({ sinks: ['console'] }, { NODE_ENV });
    await server.call('failing');
    const logged = await server.boot.until(() => (server.logged().includes('tool failed') ? server.logged() : undefined));
    assert.match(logged, 'forged\\u001b[2J\\u202e\\u009b31m\\u2028', NODE_ENV);
    assert.not.match(logged, /^ERROR forged/m, NODE_ENV);
    // oxlint-disable-next-line no-control-regex
    assert.not.match(logged, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028-\u202e]/, NODE_ENV);
  }
});

test('[S5.10.log.rules] bad log options stop the start, all of them named at once', async () => {
  const sinks = ['file', { type: 'callback' }, { type: 'pino', logger: {} }, { type: 'otlp', endpoint: 'ftp://x' }];
  const { code, stderr } = await runBundle({
    folder,
    name: 'logging',
    env: { PORT: '0', ...variablesOf({ prefix: 'a\nINFO forged', sinks }) },
  });
  assert.is(code, 1);
  for (const problem of ['"logging.prefix"', "item 1: expected 'console'", 'item 3: logger must have', 'item 4: endpoint must be'])
    assert.ok(stderr.includes(problem), `${problem}\n${stderr}`);
});

test('[I4.logs.dropped] a server that logs to the console alone has no other sinks in its bundle', async () => {
  const silent = copyFixture('calculator');
  const { report } = await bundleOf(requestOf(silent.root, 'calculator'));
  silent.remove();
  const inputs = report.inputs.join('\n');
  for (const path of ['runtime/logs/', 'features/log-sinks', 'features/request-logs']) assert.not.ok(inputs.includes(path), path);
});

test.run();
