import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { ServiceConfig } from '../../config/index.ts';
import { CliError } from '../cli-error.ts';
import { clientEntry, clientNames } from './client-entry.ts';
import { knownClients } from './known-clients.ts';

type Settings = Omit<ServiceConfig, 'name'>;
const entry = (client: string, config: Settings) => clientEntry(client, { config: { name: 'calc', ...config }, name: 'calc' });
const cursor = (settings: NonNullable<NonNullable<ServiceConfig['clients']>['cursor']>, config: Settings = {}) =>
  entry('cursor', { ...config, clients: { cursor: settings } }).value;

test('[eject.http] an HTTP entry names the address of the config, or its own', () => {
  assert.equal(cursor({}), { url: 'http://127.0.0.1:3000/mcp', transport: 'http' });
  const http = { host: 'mcp.local', port: 4100, path: '/api' };
  assert.equal(cursor({}, { transport: { http } }), { url: 'http://mcp.local:4100/api', transport: 'http' });
  assert.equal(cursor({ transport: 'sse' }, { transport: { http } }), { url: 'http://mcp.local:4100/api/sse', transport: 'sse' });
  assert.is(cursor({}, { transport: { http: { host: '::1', path: '' } } })['url'], 'http://[::1]:3000');
  assert.equal(cursor({ url: 'https://mcp.example.com' }, { transport: { default: 'stdio', http } }), {
    url: 'https://mcp.example.com',
    transport: 'http',
  });
});

test('[eject.stdio] a stdio entry has a command, and variables of which the client’s own win', () => {
  assert.equal(cursor({ transport: 'stdio' }), { command: 'npx', args: ['-y', 'calc'], env: {} });
  assert.equal(cursor({}, { transport: { default: 'stdio' } }), { command: 'npx', args: ['-y', 'calc'], env: {} });
  const stdio = { command: 'node', args: ['dist/node/calc.bundle.js', '--stdio'] };
  assert.equal(cursor({ transport: 'stdio' }, { transport: { stdio } }), { ...stdio, env: {} });
  assert.equal(cursor({ command: './calc' }, { transport: { stdio } }), { command: './calc', args: [], env: {} });
  const env = { shared: { A: 'shared', B: 'shared', C: 'shared' }, ship: { B: 'ship', C: 'ship' }, dev: { D: 'dev' } };
  assert.equal(cursor({ command: 'x', args: ['-y', 'a "b"'], env: { C: 'own' } }, { env }), {
    command: 'x',
    args: ['-y', 'a "b"'],
    env: { A: 'shared', B: 'ship', C: 'own' },
  });
});

test('[eject.key] the key is the name of the entry, else that of the server', () => {
  assert.is(entry('cursor', { clients: { cursor: {} } }).key, 'calc');
  assert.is(entry('cursor', { clients: { cursor: { name: 'my calc' } } }).key, 'my calc');
});

test('[eject.claude] claude is its own entry, else claude-desktop, else claude-code', () => {
  const [own, desktop, code] = [{ url: 'https://own' }, { url: 'https://desktop' }, { url: 'https://code' }];
  const chosen = (clients: NonNullable<ServiceConfig['clients']>) => entry('claude', { clients }).client;
  assert.is(chosen({ 'claude-code': code, 'claude-desktop': desktop, claude: own }), 'claude');
  assert.is(chosen({ 'claude-code': code, 'claude-desktop': desktop }), 'claude-desktop');
  assert.is(chosen({ 'claude-code': code }), 'claude-code');
});

test('[eject.missing] a client without an entry is refused, also under the name of a built-in property', () => {
  for (const client of ['claude', 'cursor', 'nonsense', '__proto__', 'constructor'])
    assert.throws(
      () => entry(client, { clients: { vscode: {} } }),
      (error: unknown) => error instanceof Error && error.message === `service.config has no clients.${client} entry`,
    );
  const hintOf = (client: string): string | undefined => {
    try {
      entry(client, {});
    } catch (error) {
      return error instanceof CliError ? error.diagnostics[0]?.hint : undefined;
    }
    return undefined;
  };
  assert.match(hintOf('cursor') ?? '', "Add clients: { 'cursor': {} } to the config");
  assert.match(hintOf('zed') ?? '', 'The config takes entries for claude, claude-code, claude-desktop, cursor, windsurf, vscode');
  assert.throws(() => clientEntry('cursor', { config: undefined, name: 'calc' }), /service\.config has no clients\.cursor entry/);
});

test('every client that the config can name is known', () => {
  assert.equal(clientNames.toSorted(), ['claude', ...knownClients.map(({ name }) => name)].toSorted());
});

test.run();
