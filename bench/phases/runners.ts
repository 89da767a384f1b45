import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { freePort } from '../../scripts/serving/free-port.ts';
import type { Connection } from '../load/connection.ts';
import {
  callParams,
  initializeParams,
  legacyBody,
  legacyHeaders,
  modernBody,
  modernHeaders,
  printPost,
  type Message,
} from '../load/requests.ts';
import type { PerMaker } from '../servers/makers.ts';
import type { Prepared } from '../servers/prepare.ts';
import type { Command } from '../servers/process.ts';
import { workerdCommand } from '../servers/workerd.ts';
import type { Runner } from './throughput.ts';

const peers = resolve(import.meta.dirname, '../peers');

export const callOf = (id: number): Message => ({ id, method: 'tools/call', params: callParams });
export const listOf = (id: number): Message => ({ id, method: 'tools/list' });
const sum = '\\"sum\\":5';
const lastTool = '"tool_50"';

type Style = 'modern' | 'session' | 'stateless-legacy';

const ids = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

/** Opens a session where the style has them, and prints a request for each connection. */
export const preparing =
  (port: number, style: Style, messageOf: (id: number) => Message): Runner['prepare'] =>
  async (connection, connections) => {
    if (style === 'modern') return ids(connections).map((id) => printPost(port, modernHeaders(messageOf(id)), modernBody(messageOf(id))));
    const session = style === 'session' ? await openSession(connection, port) : undefined;
    return ids(connections).map((id) => printPost(port, legacyHeaders(session), legacyBody(messageOf(id))));
  };

/** `initialize` and what follows it; the session's id. */
export async function openSession(connection: Connection, port: number): Promise<string> {
  const opened = await connection.ask(printPost(port, {}, legacyBody({ id: 0, method: 'initialize', params: initializeParams })));
  const session = /\r\nmcp-session-id: ([^\r]+)/i.exec(opened.head)?.[1];
  if (session === undefined) throw new Error(`no session was opened: ${opened.head}`);
  const initialized = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' });
  await connection.ask(printPost(port, legacyHeaders(session), initialized));
  return session;
}

const bareHttp = (node: string, body?: string): Command => ({
  line: [node, join(peers, 'bare-http.cjs')],
  ...(body === undefined ? {} : { env: { BENCH_BODY: body } }),
});
const ourHttp = ({ node, ours }: Prepared): Command => ({ line: [node, ours.bundle] });
const sdkHttp = (node: string, name: 'sdk1' | 'sdk2', mode: 'session' | 'stateless'): Command => ({
  line: [node, join(peers, `${name}.mjs`), mode],
});

interface Shape {
  readonly style: Style;
  readonly messageOf: (id: number) => Message;
  readonly expects: string;
}

export async function runnerOf(command: Command, shape: Shape, port?: number): Promise<Runner> {
  const at = port ?? (await freePort());
  return { command, port: at, prepare: preparing(at, shape.style, shape.messageOf), expects: shape.expects };
}

/** Calls without a session: 2026-07-28, and for SDK 1.x, which does not speak it, its own stateless style. */
export async function statelessCalls(prepared: Prepared): Promise<PerMaker<Runner>> {
  const { node, xmcp } = prepared;
  const modern: Shape = { style: 'modern', messageOf: callOf, expects: sum };
  return {
    ours: await runnerOf(ourHttp(prepared), modern),
    bare: await runnerOf(bareHttp(node), { ...modern, expects: 'result' }),
    sdk1: await runnerOf(sdkHttp(node, 'sdk1', 'stateless'), { ...modern, style: 'stateless-legacy' }),
    sdk2: await runnerOf(sdkHttp(node, 'sdk2', 'stateless'), modern),
    ...('missing' in xmcp ? {} : { xmcp: await runnerOf({ line: [node, join(xmcp.folder, 'dist/http.js')] }, modern, xmcp.port) }),
  };
}

/** Calls in a session of 2025-11-25. */
export async function sessionCalls(prepared: Prepared): Promise<PerMaker<Runner>> {
  const { node } = prepared;
  const session: Shape = { style: 'session', messageOf: callOf, expects: sum };
  return {
    ours: await runnerOf(ourHttp(prepared), session),
    bare: await runnerOf(bareHttp(node), { style: 'stateless-legacy', messageOf: callOf, expects: 'result' }),
    sdk1: await runnerOf(sdkHttp(node, 'sdk1', 'session'), session),
    sdk2: await runnerOf(sdkHttp(node, 'sdk2', 'session'), session),
  };
}

/** Lists of 52 tools on one page; bare answers the same bytes as ours. SDK 1.x lists in a session, where it is fastest. */
export async function lists(prepared: Prepared, ourAnswer: string): Promise<PerMaker<Runner>> {
  const { node, xmcp } = prepared;
  const modern: Shape = { style: 'modern', messageOf: listOf, expects: lastTool };
  const file = join(prepared.folder, 'list.json');
  writeFileSync(file, ourAnswer);
  return {
    ours: await runnerOf(ourHttp(prepared), modern),
    bare: await runnerOf(bareHttp(node, file), modern),
    sdk1: await runnerOf(sdkHttp(node, 'sdk1', 'session'), { ...modern, style: 'session' }),
    sdk2: await runnerOf(sdkHttp(node, 'sdk2', 'stateless'), modern),
    ...('missing' in xmcp ? {} : { xmcp: await runnerOf({ line: [node, join(xmcp.folder, 'dist/http.js')] }, modern, xmcp.port) }),
  };
}

/** Calls on workerd. */
export async function workerCalls(prepared: Prepared): Promise<PerMaker<Runner>> {
  const { folder, ours, sdk1, sdk2 } = prepared;
  const modern: Shape = { style: 'modern', messageOf: callOf, expects: sum };
  /** `answer.json` is what bare answers; the others do not import it. */
  const texts = { 'answer.json': '{"jsonrpc":"2.0","id":1,"result":{}}' };
  const on = async (name: string, bundle: string, shape: Shape): Promise<Runner> => {
    const port = await freePort();
    return runnerOf(workerdCommand(join(folder, `workerd-${name}`), bundle, { port, texts }), shape, port);
  };
  return {
    ours: await on('ours', ours.worker, modern),
    bare: await on('bare', join(peers, 'bare-worker.mjs'), { ...modern, expects: 'result' }),
    sdk1: await on('sdk1', sdk1.worker, { ...modern, style: 'stateless-legacy' }),
    sdk2: await on('sdk2', sdk2.worker, modern),
  };
}
