import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../scripts/serving/free-port.ts';
import { judgePath, newestNode } from '../../scripts/serving/judges.ts';

/** The official inspector as a page: the address at which it opens a widget of a server, and what ends it. */
export async function openInspector(): Promise<{ addressOf(server: string, tool: string, args: object): string; close(): Promise<void> }> {
  const home = mkdtempSync(join(tmpdir(), 'service-inspector-'));
  const [port, sandbox] = [await freePort(), await freePort()];
  const token = 'only-for-this-test';
  const program = spawn(newestNode(), [judgePath('@modelcontextprotocol/inspector/clients/launcher/build/index.js'), '--web'], {
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: home,
      HOST: '127.0.0.1',
      CLIENT_PORT: String(port),
      MCP_SANDBOX_PORT: String(sandbox),
      MCP_AUTO_OPEN_ENABLED: 'false',
      MCP_INSPECTOR_API_TOKEN: token,
    },
  });
  const ended = once(program, 'exit');
  let told = '';
  await new Promise<void>((resolve, reject) => {
    const hear = (data: Buffer): void => {
      told += data.toString();
      if (told.includes(String(port))) resolve();
    };
    program.stdout.on('data', hear);
    program.stderr.on('data', hear);
    void ended.then(() => reject(new Error(`the inspector ended: ${told}`)));
  });
  return {
    addressOf: (server, tool, args) => {
      const appArgs = Buffer.from(JSON.stringify(args)).toString('base64url');
      const asked = { serverUrl: server, transport: 'http', autoConnect: token, openApp: tool, appArgs, autoOpen: token };
      return `http://127.0.0.1:${port}/?${new URLSearchParams(asked).toString()}`;
    },
    close: async () => {
      program.kill();
      await ended;
      rmSync(home, { recursive: true, force: true });
    },
  };
}
