import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../dist/node/', import.meta.url));

/** Starts the built bundle over stdio, as an MCP client does, and shakes hands. */
/** @param {Record<string, string>} env further variables of the server */
export async function connect(env = {}) {
  const bundle = readdirSync(folder).find((name) => name.endsWith('.bundle.js'));
  if (bundle === undefined) throw new Error('nothing is built: run `npm run build` first');
  const server = spawn(process.execPath, [folder + bundle, '--stdio'], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });
  const answers = new Map();
  createInterface({ input: server.stdout }).on('line', (line) => {
    const message = JSON.parse(line);
    answers.get(message.id)?.(message);
  });
  let id = 0;
  const send = (message) => server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const request = (method, params = {}) => {
    id += 1;
    const mine = id;
    return new Promise((resolve, reject) => {
      answers.set(mine, (message) => (message.error === undefined ? resolve(message.result) : reject(new Error(message.error.message))));
      server.once('exit', (code) => reject(new Error(`the server ended with code ${code}`)));
      send({ id: mine, method, params });
    });
  };
  await request('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1.0.0' } });
  send({ method: 'notifications/initialized' });
  return { request, close: () => server.stdin.end() };
}
