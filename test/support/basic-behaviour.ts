import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { bootProgram, type Program, type StdioBoot } from './boot/node.ts';

/** What the template `basic` does for a client of 2025-11-25, whatever it was built for: every method that it serves, and its refusals. */
export async function behavesAsBasic(program: Program): Promise<void> {
  const server = bootProgram(program);
  const clientInfo = { name: 'host', version: '1' };
  const opened = await answerOf(server, 'initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
  assert.match(opened, /"protocolVersion":"2025-11-25"[^]*"serverInfo":\{"name":"calculator"/);
  server.notify('notifications/initialized');
  for (const [method, params, expected] of basicExchanges) {
    const answer = await answerOf(server, method, params);
    assert.ok(answer.includes(expected), `${method} ${JSON.stringify(params)}: ${answer}`);
  }
  assert.is(await server.close(), 0, server.output.stderr);
  // Nothing but answers is on standard output.
  assert.is(server.lines.length, basicExchanges.length + 1);
}

/** Requests, and a text of each answer. */
export const basicExchanges: readonly (readonly [method: string, params: object, expected: string])[] = [
  ['ping', {}, '"result":{}'],
  ['tools/list', {}, '"name":"add"'],
  ['tools/call', { name: 'add', arguments: { a: 2, b: 3 } }, '"structuredContent":{"sum":5}'],
  ['tools/call', { name: 'add', arguments: { a: 'two', b: 3 } }, '"isError":true'],
  ['tools/call', { name: 'none', arguments: {} }, 'none'],
  ['resources/list', {}, '"uri":"calc://constants"'],
  ['resources/read', { uri: 'calc://constants' }, '3.14159'],
  ['resources/read', { uri: 'calc://none' }, '"error":'],
  ['prompts/list', {}, '"name":"explain"'],
  ['prompts/get', { name: 'explain', arguments: { task: '2 + 3' } }, '2 + 3'],
  ['none/such', {}, '-32601'],
];

const answerOf = async (server: StdioBoot, method: string, params: object): Promise<string> =>
  JSON.stringify(await server.request(method, params));

interface Started {
  readonly command: string;
  readonly args: readonly string[];
}

interface Manifest {
  readonly server: {
    readonly mcp_config: Started & {
      readonly env: Readonly<Record<string, string>>;
      readonly platform_overrides?: Readonly<Record<string, Started>>;
    };
  };
}

/** An unpacked archive as a host starts it: as its manifest says, in another folder, with hardly a variable. */
export function programOfArchive(folder: string, home: string, node = process.execPath): Program {
  const { mcp_config } = (JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest).server;
  const { args, command } = { ...mcp_config, ...mcp_config.platform_overrides?.[process.platform] };
  const inFolder = (text: string): string => text.replaceAll('${__dirname}', folder);
  return {
    command: command === 'node' ? node : inFolder(command),
    args: args.map(inFolder),
    env: { ...mcp_config.env, HOME: home },
    cwd: home,
  };
}
