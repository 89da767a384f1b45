/*
 * Serves a prebuilt output (Build Output API, version 3) as its platform does: routes of config.json in their order, functions by their
 * .vc-config.json, bodies up to 4.5 MB, the client's address in a header that clients cannot set. What it does not know is an error.
 *   node serve-output.mjs <folder of config.json>
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';

const output = resolve(process.argv[2]);
const readJson = (path) => JSON.parse(readFileSync(join(output, path), 'utf8'));
const maxBodyBytes = 4_500_000;

const { routes, version } = readJson('config.json');
if (version !== 3) throw new Error(`config.json has version ${version}`);
for (const { dest, src, ...others } of routes)
  if (typeof src !== 'string' || typeof dest !== 'string' || Object.keys(others).length > 0)
    throw new Error(`a route that this runner does not know: ${JSON.stringify({ src, dest, ...others })}`);

const known = ['runtime', 'handler', 'launcherType', 'shouldAddHelpers', 'supportsResponseStreaming', 'supportsCancellation'];
const functions = new Map();

/** Loaded by the first request, as a platform starts an instance. */
function functionAt(name) {
  const found = functions.get(name);
  if (found !== undefined) return found;
  const folder = join('functions', `${name}.func`);
  const settings = readJson(join(folder, '.vc-config.json'));
  const { handler, launcherType, runtime, shouldAddHelpers, supportsCancellation, supportsResponseStreaming } = settings;
  const unknown = Object.keys(settings).filter((key) => !known.includes(key));
  if (!/^nodejs2\d\.x$/.test(runtime) || launcherType !== 'Nodejs' || shouldAddHelpers !== false || unknown.length > 0)
    throw new Error(`a function that this runner does not know: ${JSON.stringify(settings)}`);
  const { fetch } = createRequire(import.meta.url)(join(output, folder, handler));
  if (typeof fetch !== 'function') throw new Error(`${handler} exports no fetch`);
  const made = { fetch, isCancelled: supportsCancellation === true, isStreamed: supportsResponseStreaming === true };
  functions.set(name, made);
  return made;
}

/** What a function may find of its request: `waitUntil` keeps the instance until the work has ended. */
const contexts = new AsyncLocalStorage();
globalThis[Symbol.for('@vercel/request-context')] = { get: () => contexts.getStore() };
const waited = [];

async function bodyOf(request) {
  const chunks = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length <= maxBodyBytes) chunks.push(chunk);
  }
  return length > maxBodyBytes ? undefined : Buffer.concat(chunks);
}

async function serve(request, response) {
  const { host } = request.headers;
  const url = new URL(request.url, `https://${host}`);
  const route = routes.find(({ src }) => new RegExp(`^(?:${src})$`).test(url.pathname));
  if (route === undefined) return response.writeHead(404).end('NOT_FOUND');
  const { fetch, isCancelled, isStreamed } = functionAt(route.dest.replace(/^\//, ''));
  const body = await bodyOf(request);
  if (body === undefined) return response.writeHead(413).end('FUNCTION_PAYLOAD_TOO_LARGE');
  const headers = new Headers();
  for (const [name, values] of Object.entries(request.headersDistinct)) for (const value of values) headers.append(name, value);
  for (const [name, value] of [
    ['x-real-ip', '203.0.113.5'],
    ['x-forwarded-for', '203.0.113.5'],
    ['x-forwarded-host', host],
    ['x-forwarded-proto', 'https'],
  ])
    headers.set(name, value);
  const gone = new AbortController();
  if (isCancelled) response.once('close', () => gone.abort());
  const { method } = request;
  const sent = new Request(url, { method, headers, signal: gone.signal, ...(method === 'GET' || method === 'HEAD' ? {} : { body }) });
  const answer = await contexts.run({ waitUntil: (work) => void waited.push(work) }, () => fetch(sent));
  response.writeHead(answer.status, [...answer.headers].flat());
  if (answer.body === null) return response.end();
  if (!isStreamed) return response.end(Buffer.from(await answer.arrayBuffer()));
  response.flushHeaders();
  const stream = Readable.fromWeb(answer.body);
  response.once('close', () => stream.destroy());
  return stream.on('error', () => response.destroy()).pipe(response);
}

const server = createServer((request, response) => {
  serve(request, response).catch((failure) => {
    console.error(failure);
    if (response.headersSent) response.destroy();
    else response.writeHead(500).end('FUNCTION_INVOCATION_FAILED');
  });
});
server.listen(0, '127.0.0.1', () => console.log(`listening at ${server.address().port}`));
