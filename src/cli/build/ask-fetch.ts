import { randomBytes } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import { initializeMessage } from '@service/sdk/internal';
import { execa } from 'execa';
import { answerLimitMs, clientInfo, lastWords, startEnvironment, type StartAnswer, type Started } from './start-message.ts';

/** Imports the module as its platform does and sends one request; addresses and texts come as arguments, so that none is program text. */
const asking = `const [module, url, body, variables] = process.argv.slice(1);
const { default: worker } = await import(module);
const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const context = { waitUntil() {}, passThroughOnException() {} };
const answer = await worker.fetch(new Request(url, { method: 'POST', headers, body }), JSON.parse(variables), context);
console.log(performance.timeOrigin + performance.now());
if (answer.status >= 500) { console.error(await answer.text()); process.exit(1); }
process.exit(0);`;

/** Loads a module that exports `fetch` in Node and asks it one question. */
export async function askFetch(started: Started): Promise<StartAnswer> {
  const { entryPath, environment, scratch, script, signal } = started;
  const begun = performance.timeOrigin + performance.now();
  const address = new URL(entryPath, 'http://127.0.0.1').href;
  // A worker answers `initialize` only with a key for sessions; its own is set where it is deployed.
  const variables = { MCP_SESSION_SECRET: randomBytes(32).toString('hex'), ...environment };
  const message = initializeMessage({ clientInfo, capabilities: {} });
  const words = [pathToFileURL(script).href, address, message, JSON.stringify(variables)];
  const { exitCode, stderr, stdout, timedOut } = await execa(process.execPath, ['--input-type=module', '-e', asking, ...words], {
    cwd: scratch,
    env: startEnvironment(started),
    extendEnv: false,
    reject: false,
    stdin: 'ignore',
    timeout: answerLimitMs,
    cancelSignal: signal,
  });
  signal?.throwIfAborted();
  if (timedOut) return { kind: 'silent' };
  if (exitCode === 0) return { kind: 'answered', milliseconds: Number(stdout.split('\n').at(-1)) - begun };
  return { kind: 'ended', said: lastWords(stderr, `it ended with exit code ${exitCode}`) };
}
