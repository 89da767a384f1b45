import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { writeOutput } from '../../src/compiler/index.ts';
import { cliTarget } from '../../src/targets/cli/target.ts';
import { bundleOf, copyFixture, requestOf } from '../support/compile.ts';
import { listen } from '../support/listen.ts';
import type { AttackOutcome } from './attack.ts';

/** What a server elsewhere sends to steer the terminal of a person, whose standard output goes to a file. */
const texts = [
  ['the clipboard is filled', 'x\u001B]52;c;ZWNobyBoaQ==\u0007'],
  ['the window gets a title', 'x\u001B]0;root@host\u0007'],
  ['the screen is cleared', 'x\u001B[2J\u001B[H'],
  ['an 8-bit control sequence', 'x\u009B2J'],
  ['a line turned around', 'x\u202Eexe.txt'],
  ['the line is written over', 'x\rtool: done'],
] as const;

const commands = [
  ['the error of a call', ['add', '--a', '1', '--b', '2']],
  ['the method of a notification', ['--verbose', 'add', '--a', '1', '--b', '2']],
  ['an error as data', ['--output', 'json', 'add', '--a', '1', '--b', '2']],
  ['the error of a resource', ['resource', 'read', 'calculator://constants']],
  ['the error of a subscription', ['subscribe', 'notification']],
  ['the error of a server that connect asks', ['connect', 'again']],
] as const;

// oxlint-disable-next-line no-control-regex
const steers = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E]/;

interface HostileServer {
  readonly url: string;
  text: string;
  /** Every request fails; otherwise only what is not the introduction. */
  failsAlways: boolean;
  close(): Promise<void>;
}

/** Answers each request with an event of its own text, and an error of it. */
async function startHostileServer(): Promise<HostileServer> {
  const state = { text: '', failsAlways: false };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const { id, method } = JSON.parse(body) as { id: number; method: string };
    const { text } = state;
    const info = { 'io.modelcontextprotocol/serverInfo': { name: 'hostile', version: '1' } };
    const introduced = { jsonrpc: '2.0', id, result: { resultType: 'complete', _meta: info } };
    const failed = { jsonrpc: '2.0', id, error: { code: -32000, message: text, data: { text } } };
    const last = method === 'server/discover' && !state.failsAlways ? introduced : failed;
    const events = [{ jsonrpc: '2.0', method: `notifications/${text}`, params: { [text]: text } }, last];
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''));
  };
  const server = createServer((request, response) => void answer(request, response));
  const port = await listen(server);
  return Object.assign(state, {
    url: `http://127.0.0.1:${port}/mcp`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  });
}

/** Each text in each place, at the generated command line of a built server. */
export async function runTerminalAttacks(): Promise<AttackOutcome[]> {
  const project = copyFixture('calculator');
  const home = mkdtempSync(join(tmpdir(), 'terminal-attacks-'));
  const server = await startHostileServer();
  try {
    const request = requestOf(project.root, 'calculator', { commandLine: {} });
    const folder = join(project.root, 'dist', 'cli');
    await writeOutput(request, (await bundleOf(request, cliTarget)).result, folder);
    const program = join(folder, cliTarget.bundle.fileName('calculator'));
    const run = (words: readonly string[]) =>
      execa(process.execPath, [program, ...words], {
        env: { PATH: process.env['PATH'] ?? '', HOME: home },
        extendEnv: false,
        reject: false,
        stdin: 'ignore',
      });
    const connected = await run(['connect', server.url, '--name', 'evil']);
    if (connected.exitCode !== 0) throw new Error(`not connected: ${connected.stderr}`);
    const outcomes: AttackOutcome[] = [];
    for (const [place, words] of commands)
      for (const [harm, text] of texts) {
        server.text = text;
        server.failsAlways = words[0] === 'connect';
        const { stderr, stdout } = await run(words[0] === 'connect' ? ['connect', server.url, '--name', 'evil'] : words);
        if (!stderr.includes('x')) throw new Error(`the text of the server did not arrive: ${stderr}`);
        const succeeded = steers.test(stderr) || (place === 'an error as data' && steers.test(stdout));
        const name = `generated command line: ${harm}, by ${place}`;
        outcomes.push({ name, advisory: 'CWE-150', target: 'command line', outcome: succeeded ? 'succeeded' : 'refused' });
      }
    return outcomes;
  } finally {
    await server.close();
    project.remove();
    rmSync(home, { recursive: true, force: true });
  }
}
