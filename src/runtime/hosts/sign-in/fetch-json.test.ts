import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { listen } from '../../../../test/support/listen.ts';
import { checkSecure, fetchJson } from './fetch-json.ts';

interface Context {
  server: Server;
  origin: string;
  answer: string;
  received: { method: string | undefined; headers: IncomingHttpHeaders; body: string }[];
}
const test = suite<Context>('requests to an authorization server');

test.before.each(async (context) => {
  context.received = [];
  context.answer = '{}';
  context.server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      context.received.push({ method: request.method, headers: request.headers, body });
      response.end(context.answer);
    });
  });
  context.origin = `http://127.0.0.1:${await listen(context.server)}`;
});
test.after.each(({ server }) => {
  server.closeAllConnections();
  server.close();
});

const failureOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'succeeded',
    (failure: Error) => failure.message,
  );
const refusalOf = (url: string): string => {
  try {
    return `accepted ${checkSecure(url).href}`;
  } catch (failure) {
    return failure instanceof Error ? failure.message : String(failure);
  }
};

test('the method and the type follow from the body', async ({ origin, received }) => {
  await fetchJson(origin);
  await fetchJson(origin, { form: new URLSearchParams({ a: 'b c' }) });
  await fetchJson(origin, { json: { a: 1 } });
  await fetchJson(origin, { method: 'PUT', json: {} });
  assert.equal(
    received.map(({ body, headers, method }) => [method, headers['content-type'], body]),
    [
      ['GET', undefined, ''],
      ['POST', 'application/x-www-form-urlencoded', 'a=b+c'],
      ['POST', 'application/json', '{"a":1}'],
      ['PUT', 'application/json', '{}'],
    ],
  );
});

test('an answer that is not a JSON object counts as an empty one', async (context) => {
  for (const answer of ['', 'null', '[1]', '"text"', '{', '<html>']) {
    context.answer = answer;
    assert.equal((await fetchJson(context.origin)).body, {}, answer);
  }
});

test('a server that is away is named, without what the address held', async ({ origin, server }) => {
  await new Promise((resolve) => server.close(resolve));
  assert.match(await failureOf(fetchJson(`${origin}/token?secret`)), `${origin} cannot be reached: `);
});

test('[cli-program.login.hostile] an invalid or unencrypted address, or one with a password, is refused', async () => {
  for (const url of ['nonsense', 'file:///etc/passwd', 'ftp://example.org/'])
    assert.is(refusalOf(url), `${url} is not the URL of a server`);
  assert.is(await failureOf(fetchJson('nonsense')), 'nonsense is not the URL of a server');
  assert.is(refusalOf('http://example.org/x'), 'http://example.org is not encrypted');
  for (const user of ['user', ':password', 'user:password'])
    assert.match(refusalOf(`https://${user}@example.org/`), 'An address must not hold a password');
  for (const url of ['https://example.org/', 'http://127.0.0.1:1/', 'http://[::1]:1/', 'http://localhost:1/'])
    assert.is(refusalOf(url), `accepted ${url}`);
});

test.run();
