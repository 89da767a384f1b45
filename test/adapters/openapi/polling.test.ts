/* How a running server looks for another description: what it asks, when it looks again, and what it says. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { DocumentRefused, type DocumentFetch } from '@service/sdk/internal';
import type { OpenapiOptions, PollingOptions } from '@service/adapters';
import { startPolling } from '../../../packages/adapters/src/polling.ts';
import { hashOf } from '../../../packages/adapters/src/prepare/prepare.ts';
import type { PreparedApi } from '../../../packages/adapters/src/prepared.ts';
import type { Logger } from '../../../src/runtime/std/index.ts';
import { described } from './openapi-project.ts';

const url = 'https://api.example.com/v1/openapi.json?key=secret-of-the-document';
const withTool = (operationId: string): string => JSON.stringify(described({ '/a': { get: { operationId } } }));
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly text?: string;
}

type Asked = Parameters<DocumentFetch>[0];

interface Looks {
  readonly asked: readonly Asked[];
  /** Names of the tools, at each change. */
  readonly taken: readonly string[][];
  readonly logged: readonly string[];
  /** Milliseconds between looks. */
  readonly waited: readonly number[];
}

/** Looks until the answers are used up; the one of before was made of `first`. */
async function looksAt(
  answers: readonly (Answer | Error)[],
  {
    first = withTool('a'),
    options = {},
    polling = {},
  }: { first?: string; options?: Partial<OpenapiOptions>; polling?: PollingOptions } = {},
): Promise<Looks> {
  const asked: Asked[] = [];
  const taken: string[][] = [];
  const logged: string[] = [];
  const waited: number[] = [];
  const say =
    (level: string) =>
    (message: string, fields: object = {}): void =>
      void logged.push(`${level} ${message} ${JSON.stringify(fields)}`);
  const log = { info: say('info'), warn: say('warn'), error: say('error') } as Partial<Logger> as Logger;
  let over: () => void = () => undefined;
  const end = new Promise<void>((resolve) => (over = resolve));
  const fetch: DocumentFetch = (request) => {
    const answer = answers[asked.length];
    if (answer === undefined) {
      over();
      return new Promise(() => undefined);
    }
    asked.push(request);
    if (answer instanceof Error) return Promise.reject(answer);
    const { headers = {}, status = 200, text = '' } = answer;
    return Promise.resolve({ status, header: (name) => headers[name], body: bytesOf(text) });
  };
  const schedule = (work: () => void, ms: number): (() => void) => {
    waited.push(ms);
    const soon = setImmediate(work);
    return () => clearImmediate(soon);
  };
  const stop = startPolling(
    {
      options: {
        name: 'api',
        url,
        baseUrl: 'https://api.example.com',
        ...options,
        polling: { enabled: true, intervalMs: 1, retry: { maxRetries: 0 }, ...polling },
      },
      documents: { [url]: await hashOf(bytesOf(first)) },
      logger: log,
      take: (api: PreparedApi) => {
        taken.push(api.operations.map(({ name }) => name));
        return Promise.resolve();
      },
    },
    { fetch, schedule },
  );
  await end;
  stop();
  return { asked, taken, logged, waited };
}

const away = new DocumentRefused('failed', 'api.example.com could not be reached');

test('[A9.changes] the same document changes nothing, another one is taken once', async () => {
  const { logged, taken } = await looksAt([
    { text: withTool('a') },
    { text: withTool('b') },
    { text: withTool('b') },
    { text: withTool('a') },
  ]);
  assert.equal(taken, [['b'], ['a']]);
  assert.is(logged.length, 2);
});

test('[A9.changes] with an entity tag the server is asked whether there is another document', async () => {
  const tagged = { headers: { etag: '"1"' }, text: withTool('b') };
  const auto = await looksAt([tagged, { status: 304 }, { status: 304 }]);
  assert.equal(
    auto.asked.map(({ headers }) => headers['if-none-match']),
    [undefined, '"1"', '"1"'],
  );
  assert.equal(auto.taken, [['b']]);
  const hash = await looksAt([tagged, tagged], { polling: { changeDetection: 'hash' } });
  assert.equal(
    hash.asked.map(({ headers }) => headers['if-none-match']),
    [undefined, undefined],
  );
  // A tag that stays is believed with `etag` alone.
  const other = { ...tagged, text: withTool('c') };
  assert.equal((await looksAt([tagged, other], { polling: { changeDetection: 'etag' } })).taken, [['b']]);
  assert.equal((await looksAt([tagged, other])).taken, [['b'], ['c']]);
});

test('[A9.kept] a document that is no description is told once, not read again, and the tools stay', async () => {
  const bad = { text: '{ "openapi": "9.0" }' };
  const { logged, taken } = await looksAt([bad, bad, bad, { text: withTool('b') }, bad]);
  assert.equal(taken, [['b']]);
  const errors = logged.filter((line) => line.startsWith('error'));
  assert.is(errors.length, 2);
  assert.match(
    errors[0] ?? '',
    /the tools stay as they are.*https:\/\/api\.example\.com\/v1\/openapi\.json: no OpenAPI description: "openapi" is "9\.0"/,
  );
  assert.not.match(logged.join('\n'), /secret-of-the-document/);
  const other = await looksAt([bad, { text: '<html>' }, { text: '<html>at another time' }, { text: '' }]);
  assert.is(other.logged.length, 3);
});

test('[A9.health] looks that fail are repeated, and told once when they are too many', async () => {
  const { asked, logged, taken } = await looksAt([away, away, away, away, { status: 503 }, away, { text: withTool('b') }], {
    polling: { retry: { maxRetries: 1, initialDelayMs: 1, maxDelayMs: 2 }, unhealthyThreshold: 2 },
  });
  assert.is(asked.length, 7);
  assert.equal(taken, [['b']]);
  assert.equal(
    logged.map((line) => line.replace(/ \{.*/, '')),
    [
      'warn the tools stay as they are, because the description of the API cannot be read: api.example.com could not be reached',
      'info the API has another description',
      'info the description of the API can be read again',
    ],
  );
});

test('[A9.health] each repetition waits longer, up to a limit', async () => {
  const { waited } = await looksAt([away, away, away, away, away], {
    polling: { retry: { maxRetries: 4, initialDelayMs: 10, maxDelayMs: 60, backoffMultiplier: 2 } },
  });
  assert.equal(waited.slice(0, 4), [10, 20, 40, 60]);
});

test('[A9.requests] limits and headers of the options hold, and a redirect is one more checked request without them', async () => {
  const moved = { status: 302, headers: { location: 'https://elsewhere.example/openapi.json' } };
  const polling = { headers: { authorization: 'Bearer secret-of-the-document' }, fetchTimeoutMs: 77 };
  const { asked, taken } = await looksAt([moved, { text: withTool('b') }], { polling });
  assert.equal(taken, [['b']]);
  assert.equal(
    asked.map(({ headers, publicOnly, timeoutMs, url: { host } }) => [host, publicOnly, timeoutMs, headers['authorization']]),
    [
      ['api.example.com', true, 77, 'Bearer secret-of-the-document'],
      ['elsewhere.example', true, 77, undefined],
    ],
  );
  const none = await looksAt([moved, moved, moved], { polling: { ...polling, followRedirects: false } });
  assert.equal(none.taken, []);
  assert.match(none.logged.join('\n'), /more than 0 redirects/);
});

test('[A9.documents] documents that the description names are looked at too, and get no header that is not theirs', async () => {
  const main = JSON.stringify(
    described({ '/a': { get: { operationId: 'a', parameters: [{ $ref: 'https://parts.example/parts.json#/q' }] } } }),
  );
  const part = (description: string): string => JSON.stringify({ q: { name: 'q', in: 'query', description } });
  const options = { loadOptions: { refResolution: { allowedProtocols: ['https' as const], allowedHosts: ['parts.example'] } } };
  const { asked, taken } = await looksAt(
    // Read, then looked at, then the part has changed and the description is read again.
    [{ text: main }, { text: part('one') }, { text: main }, { text: part('one') }, { text: main }, { text: part('two') }, { text: main }],
    { options, polling: { headers: { 'x-key': 'k' } } },
  );
  assert.is(taken.length, 2);
  assert.equal(
    asked.map(({ headers, url: { host } }) => `${host} ${headers['x-key'] ?? '-'}`),
    ['api', 'parts', 'api', 'parts', 'api', 'parts', 'api'].map((name) => (name === 'api' ? 'api.example.com k' : 'parts.example -')),
  );
  // One that did not arrive is asked for again, though the description itself stays as it is.
  assert.is((await looksAt([{ text: main }, away, { text: main }, { text: part('one') }], { options })).taken.length, 1);
  const refused = await looksAt([{ text: main }]);
  assert.match(refused.logged.join('\n'), /"https" is not among allowedProtocols/);
});

test.run();
