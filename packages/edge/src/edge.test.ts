import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { skill } from '@service/sdk';
import { createEdgeMcp, type EdgeMcpConfig } from './index.ts';

const info = { name: 'edge', version: '1.0.0' };

test('[E1.faults] a config without apps is refused when the module loads', () => {
  assert.throws(
    () => createEdgeMcp({ info } as EdgeMcpConfig),
    /createEdgeMcp needs apps: list the apps of the server, or write apps: \[\]/,
  );
});

test('[E1.later] [E1.faults] members that are not there so far, unknown ones and unusable ones are told by the first request', async () => {
  const cases: readonly (readonly [more: object, named: string])[] = [
    [{ managed: { endpoint: 'https://bundles.example' } }, 'managed'],
    [{ sessionz: {} }, 'sessionz'],
    [{ sessions: { binding: 'no binding' } }, 'sessions.binding'],
    [{ sessions: { bindings: 'A' } }, 'sessions.bindings'],
    [{ sessions: {}, transport: { persistence: { redis: { provider: 'durable-object' } } } }, 'transport.persistence'],
    [{ sessions: {} }, 'SERVICE_SESSIONS'],
    [
      { skillIndex: {} },
      'The binding SERVICE_SKILL_INDEX of the worker is missing: add { binding = "SERVICE_SKILL_INDEX" } to `kv_namespaces`',
    ],
    [{ skillIndex: { binding: 'MCP_SESSION_SECRET' } }, 'The binding MCP_SESSION_SECRET of the worker is no KV namespace'],
    [{ skillIndex: { ttlSeconds: 59 } }, 'skillIndex.ttlSeconds'],
    [{ skillIndex: { ttl: 60 } }, 'skillIndex.ttl'],
    [
      { skillIndex: () => ({ ttlSeconds: 59 }) },
      'skillIndex.ttlSeconds must be a number of 60 or more: a KV namespace keeps nothing for less',
    ],
    [{ skillIndex: () => ({ ttl: 60 }) }, 'skillIndex must give { binding?, ttlSeconds? }'],
    [{ skillIndex: async () => ({}) }, 'skillIndex must give { binding?, ttlSeconds? }'],
  ];
  for (const [more, named] of cases) {
    const { fetch } = createEdgeMcp({ info, apps: [], ...more });
    const answer = await fetch(new Request('https://edge.example/'), { MCP_SESSION_SECRET: 'the session secret of a test of edge' });
    const { error, message } = (await answer.json()) as { readonly error: string; readonly message: string };
    assert.equal([answer.status, error], [500, 'server_misconfigured'], `${named}: ${message}`);
    assert.ok(message.includes(named), `${named}: ${message}`);
  }
});

/** A KV namespace in memory, which tells what was put. */
class Namespace {
  readonly records = new Map<string, string>();
  readonly puts: object[] = [];
  /** Readings that never end, as those of a request that the platform has dropped. */
  dropped = 0;
  /** Why it does not answer. */
  down: Partial<Record<'reading' | 'writing', string>> = {};

  async getWithMetadata(key: string) {
    if (this.dropped-- > 0) return new Promise<never>(() => undefined);
    if (this.down.reading !== undefined) throw new Error(this.down.reading);
    return { value: this.records.get(key) ?? null, metadata: null };
  }
  async put(key: string, value: string, { expirationTtl }: { readonly expirationTtl?: number }) {
    if (this.down.writing !== undefined) throw new Error(this.down.writing);
    this.puts.push({ key, expirationTtl });
    this.records.set(key, value);
  }
}

const skills = [
  skill({ name: 'brew-tea', description: 'Boils water and brews tea.', instructions: 'Wait.' }),
  skill({ name: 'roast', description: 'Roasts coffee beans.', instructions: 'Hot.' }),
];

/** A new instance. @returns names of the skills that it finds */
function openInstance(kv: Namespace, skillIndex: EdgeMcpConfig['skillIndex'] = {}): (question: string) => Promise<readonly string[]> {
  const { fetch } = createEdgeMcp({ info, apps: [], skills, skillsConfig: { enabled: true, auth: 'public' }, skillIndex });
  const env = { MCP_SESSION_SECRET: 'the session secret of a test of edge', SERVICE_SKILL_INDEX: kv, SMALL: kv };
  return async (question) => {
    const answer = await fetch(new Request(`https://edge.example/skills?query=${question}`), env);
    const { skills: found } = (await answer.json()) as { readonly skills: readonly { readonly name: string }[] };
    return found.map(({ name }) => name);
  };
}

/** A new instance, which searches once and again. @returns names of what it found, and its log */
async function searchOnce(question: string, kv: Namespace, skillIndex?: EdgeMcpConfig['skillIndex']) {
  const lines: string[] = [];
  const { error } = console;
  console.error = (line: string) => lines.push(line);
  try {
    const search = openInstance(kv, skillIndex);
    const [one, other] = await Promise.all([search(question), search(question)]);
    const again = await search(question);
    assert.equal([one, other], [again, again]);
    return { found: again, log: lines.filter((line) => line.includes('search index')).join('\n') };
  } finally {
    console.error = error;
  }
}

test('[E3.kept] the first search keeps the index under the hash of its texts, and other instances read it', async () => {
  const kv = new Namespace();
  assert.equal(await searchOnce('tea', kv), { found: ['brew-tea'], log: '' });
  const [key, text] = [...kv.records][0] ?? ['', ''];
  const { hash, version, words } = JSON.parse(text) as Record<string, string | number>;
  assert.is(key, `service:skill-index:${String(hash)}`);
  assert.is(version, 1);
  assert.match(String(words), 'tea');
  assert.equal(kv.puts[0], { key, expirationTtl: undefined });
  const written = kv.puts.length;
  kv.records.set(key, JSON.stringify({ hash, version, words: 'zebra #}' }));
  assert.equal(await searchOnce('zebra', kv), { found: ['brew-tea'], log: '' }, 'what was kept is what is searched');
  assert.is(kv.puts.length, written);
});

test('[E3.options] the function gets the env of the worker, and a lifetime is one of the namespace', async () => {
  const kv = new Namespace();
  await searchOnce('tea', kv, (env) => ({ binding: env['SMALL'] === kv && !('OTHER' in env) ? 'SMALL' : 'NONE', ttlSeconds: 60 }));
  assert.equal((kv.puts[0] as { readonly expirationTtl?: number }).expirationTtl, 60);
});

test('[E3.unusable] a broken record, and one of other entries or another version, is not used but made again, and the log says why', async () => {
  const kv = new Namespace();
  await searchOnce('tea', kv);
  const [key, good] = [...kv.records][0] ?? ['', ''];
  const record = JSON.parse(good) as object;
  for (const [bad, why] of [
    ['{', 'it is broken'],
    ['null', 'it is broken'],
    [JSON.stringify({ ...record, version: '1\nERROR forged' }), 'it is broken'],
    [JSON.stringify({ ...record, version: 2 }), 'it has version 2, and this server reads version 1'],
    [JSON.stringify({ ...record, hash: 'of-others' }), 'it is of other entries than this server has'],
    [JSON.stringify({ ...record, words: 7 }), 'it is broken'],
    [JSON.stringify({ ...record, words: 'tea %O' }), 'it is broken'],
    [JSON.stringify({ ...record, words: `tea ${'~'.repeat(2000)}#O` }), 'it is broken'],
    [JSON.stringify({ ...record, words: 'tea' }), 'it is broken'],
  ] as const) {
    kv.records.set(key, bad);
    const { found, log } = await searchOnce('tea', kv);
    assert.equal(found, ['brew-tea'], bad);
    assert.match(log, `the search index of skills in SERVICE_SKILL_INDEX is not used: ${why}`);
    assert.is(kv.records.get(key), good, bad);
  }
});

test('[E3.down] searches go on with an index of their own where the namespace does not answer, with a line in the log', async () => {
  const kv = new Namespace();
  kv.down = { writing: 'KV PUT failed: 429 Too Many Requests' };
  const full = await searchOnce('tea', kv);
  assert.equal(full.found, ['brew-tea']);
  assert.match(full.log, /cannot be kept in the KV namespace SERVICE_SKILL_INDEX\. Searches use their own.*429/);
  kv.down = { reading: 'KV GET failed: 503' };
  const down = await searchOnce('tea', kv);
  assert.equal(down.found, ['brew-tea']);
  assert.match(down.log, /cannot be read from the KV namespace SERVICE_SKILL_INDEX\. Searches use their own.*503/);
});

test('[E3.down] a search whose request is dropped while it reads the index keeps no other one waiting', async () => {
  const kv = new Namespace();
  const search = openInstance(kv);
  kv.dropped = 1;
  assert.equal(await Promise.any([search('tea'), search('tea')]), ['brew-tea']);
});

test.run();
