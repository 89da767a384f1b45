/* Names of an API that lead inside: each connection of a call goes to an address that was checked. */
import dns from 'node:dns';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { OpenapiOptions } from '@service/adapters';
import { described, serve } from './openapi-project.ts';
import { answerJson, recordingApi, type AnswerWith } from './recording-api.ts';

const document = described({ '/a': { get: { operationId: 'read', responses: {} } } });

const refused = (port: string): string => `The API at api.example.com:${port} could not be reached`;

interface Attack {
  /** What the resolver answers for `api.example.com`, one after the other; the last stays. */
  readonly answers: readonly (readonly string[])[];
  readonly options?: Partial<OpenapiOptions>;
  readonly baseHost?: string;
  readonly api?: AnswerWith;
}

/** Texts that calls answer while a resolver of the attacker's tells addresses, and how many requests arrived on this machine. */
async function attack({ answers, api: answer, baseHost = 'api.example.com', options = {} }: Attack): Promise<{
  readonly texts: readonly string[];
  readonly arrived: number;
  readonly port: string;
}> {
  const inner = await recordingApi(answer);
  const { port } = new URL(inner.url);
  const server = await serve(document, { baseUrl: `http://${baseHost}:${port}`, requestTimeoutMs: 3000, ...options });
  const system = dns.lookup;
  let asked = 0;
  const resolver = (hostname: string, asking: dns.LookupOptions, tell: (...told: unknown[]) => void): void => {
    const addresses = (hostname === 'api.example.com' ? answers[Math.min(asked++, answers.length - 1)] : ['127.0.0.1']) ?? [];
    const all = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    if (asking.all === true) tell(null, all);
    else tell(null, all[0]?.address, all[0]?.family);
  };
  Object.assign(dns, { lookup: resolver });
  try {
    const texts: string[] = [];
    for (const _answer of answers) texts.push((await server.call('read')).content[0]?.text ?? '');
    return { texts, arrived: inner.requests.length, port };
  } finally {
    Object.assign(dns, { lookup: system });
    await server.close();
    await inner.close();
  }
}

test('[A14.rebinding] a name of the network that leads to this machine or an inner network is not called', async () => {
  for (const addresses of [
    ['127.0.0.1'],
    ['::1'],
    ['::ffff:127.0.0.1'],
    ['::ffff:7f00:1'],
    ['169.254.169.254'],
    ['10.0.0.8'],
    ['64:ff9b::7f00:1'],
    [],
  ]) {
    const { arrived, port, texts } = await attack({ answers: [addresses] });
    assert.equal(texts, [refused(port)], addresses.join());
    assert.is(arrived, 0, addresses.join());
  }
});

test('[A14.rebinding] a private address among public ones is refused', async () => {
  assert.is((await attack({ answers: [['93.184.216.34', '127.0.0.1']] })).arrived, 0);
});

test('[A14.rebinding] an inner host that the author wrote is called, and a public name that leads inside with allowInternalIPs', async () => {
  const allowed = { loadOptions: { refResolution: { allowInternalIPs: true } } };
  assert.is((await attack({ answers: [['127.0.0.1']], options: allowed })).arrived, 1);
  for (const baseHost of ['127.0.0.1', 'localhost', 'billing', 'billing.prod.svc.cluster.local'])
    assert.is((await attack({ answers: [['127.0.0.1']], baseHost })).arrived, 1, baseHost);
});

test('[A14.rebinding] [A14.redirects] a redirect to a name that leads inside is not followed', async () => {
  const to: AnswerWith = (_request, response) =>
    answerJson(response, {}, { status: 307, headers: { location: 'http://api.example.com/b' } });
  const { arrived, texts } = await attack({ answers: [['127.0.0.1']], baseHost: 'localhost', api: to });
  assert.is(arrived, 1);
  assert.equal(texts, ['The API answered 307 and leads to http://api.example.com/b: redirects are not followed']);
});

test.run();
