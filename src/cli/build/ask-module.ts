import { randomBytes } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import { initializeMessage } from '@service/sdk/internal';
import { execa } from 'execa';
import { answerLimitMs, clientInfo, lastWords, startEnvironment, type StartAnswer, type Started } from './start-message.ts';

/**
 * Imports the module as its platform does and sends one request; addresses and texts come as arguments, so that none is program text. Values of
 * variables are no arguments, which every user of the machine can read.
 */
const asking = {
  fetch: `const context = { waitUntil() {}, passThroughOnException() {} };
const request = new Request(url, { method: 'POST', headers, body });
const variables = Object.fromEntries(JSON.parse(names).map((name) => [name, process.env[name]]));
const answer = await module.fetch(request, variables, context);
const { status } = answer;
const text = () => answer.text();`,
  event: `const { host, pathname } = new URL(url);
const requestContext = { http: { method: 'POST', path: pathname, sourceIp: '127.0.0.1' }, domainName: host, stage: '$default' };
const answer = await module.handler({ version: '2.0', rawPath: pathname, rawQueryString: '', headers: { ...headers, host }, requestContext, body }, {});
const { statusCode: status } = answer;
const text = () => answer.body;`,
};
const printAsking = (kind: keyof typeof asking): string => `const [path, url, body, names] = process.argv.slice(1);
const { default: module } = await import(path);
const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
${asking[kind]}
console.log(performance.timeOrigin + performance.now());
if (status >= 500) { console.error(await text()); process.exit(1); }
process.exit(0);`;

/** Loads a module that answers requests in Node and asks it one question. */
export async function askModule(started: Started, kind: 'fetch' | 'event'): Promise<StartAnswer> {
  const { entryPath, environment, scratch, script, signal } = started;
  const begun = performance.timeOrigin + performance.now();
  const address = new URL(entryPath, 'http://127.0.0.1').href;
  // Workers and functions answer `initialize` only with a key for sessions; their own is set where they are deployed.
  const variables = { MCP_SESSION_SECRET: randomBytes(32).toString('hex'), ...environment };
  const message = initializeMessage({ clientInfo, capabilities: {} });
  const words = [pathToFileURL(script).href, address, message, JSON.stringify(Object.keys(variables))];
  const { exitCode, stderr, stdout, timedOut } = await execa(process.execPath, ['--input-type=module', '-e', printAsking(kind), ...words], {
    cwd: scratch,
    env: { ...startEnvironment(started), ...variables },
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
