/* Names of tools, and which operations become some. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { OpenapiOptions } from '@service/adapters';
import { preparedPaths } from './openapi-project.ts';

const get = (operationId?: string, more: object = {}): object => ({
  get: { ...(operationId === undefined ? {} : { operationId }), responses: {}, ...more },
});

async function names(paths: object, options: Partial<OpenapiOptions> = {}): Promise<readonly string[]> {
  return (await preparedPaths(paths, options)).api.operations.map(({ name }) => name);
}

test('[A10.names] an id is the name where it is one, else it is cleaned readably', async () => {
  const paths = {
    '/a': get('listPets'),
    '/b': get('repos/list-for-user'),
    '/c': get('Größe messen!'),
    '/pets/{id}/toys': get(),
    '/d': get('…'),
  };
  const found = await names(paths);
  assert.equal(found.slice(0, 4), ['listPets', 'repos_list-for-user', 'Gro_e_messen', 'get_pets_by_id_toys']);
  assert.match(found[4] ?? '', /^operation_[0-9a-z]{6}$/);
});

test('[A10.names] operations whose ids are one after cleaning stay apart, and the first keeps the name', async () => {
  const found = await names({
    '/a': get('foo/list'),
    '/b': get('foo.list'),
    '/c': get('foo_list'),
    '/d': get('foo-list'),
    '/e': get('foo/list'),
    '/f': get('FOO_list'),
  });
  assert.is(found[0], 'foo_list');
  assert.is(new Set(found.map((name) => name.replaceAll('-', '_').toLowerCase())).size, 6, found.join(' '));
  for (const name of found) assert.match(name, /^[A-Za-z0-9_-]{1,64}$/);
});

test('[A10.names] a long id is cut at a word, and stays apart from another with the same beginning', async () => {
  const start = 'projects_locations_environments_apis_revisions_deployments_list_all';
  const found = await names({ '/a': get(`${start}_now`), '/b': get(`${start}_later`) });
  for (const name of found) assert.ok(name.length <= 64 && name.startsWith('projects_locations_environments_apis_revisions_'), name);
  assert.is(new Set(found).size, 2);
});

test('[A10.names] names stay when the description grows at its end, and when operations are left out', async () => {
  const paths = { '/a': get('foo/list'), '/b': get('bar'), '/c': get('x'.repeat(80)), '/d': get('foo.list') };
  const before = await names(paths);
  assert.equal((await names({ ...paths, '/e': get('foo:list'), '/f': get('bar') })).slice(0, 4), before);
  assert.equal(await names(paths, { generateOptions: { excludeOperations: ['foo/list'] } }), before.slice(1));
});

test('[A5.filters] operations are chosen by id, name, or method and path, and unknown words are reported', async () => {
  const paths = {
    '/pets': { ...get('pets/list'), post: { operationId: 'pets/add', responses: {} } },
    '/toys': get('toys', { deprecated: true, tags: ['x'] }),
  };
  const chosen = (generateOptions: OpenapiOptions['generateOptions']): Promise<readonly string[]> =>
    names(paths, generateOptions === undefined ? {} : { generateOptions });
  assert.equal(await chosen({ includeOperations: ['pets/*'] }), ['pets_list', 'pets_add']);
  assert.equal(await chosen({ includeOperations: ['pets_list', 'GET /toys'] }), ['pets_list', 'toys']);
  assert.equal(await chosen({ excludeOperations: ['POST *'] }), ['pets_list', 'toys']);
  assert.equal(await chosen({ filterFn: ({ deprecated, method }) => !deprecated && method === 'get' }), ['pets_list']);
  const { lines } = await preparedPaths(paths, { generateOptions: { includeOperations: ['pets/lst', 'toys'] } });
  assert.ok(
    lines.some(({ level, text }) => level === 'warning' && text.includes('no operation is called "pets/lst"; did you mean "pets/list"?')),
  );
});

test('[A5.budget] a budget keeps what is near the root and not deprecated, and reports the rest', async () => {
  const paths = { '/a/{b}/c': get('deep'), '/a': get('root'), '/old': get('old', { deprecated: true }), '/z': get('other') };
  const { api, lines } = await preparedPaths(paths, { generateOptions: { maxTokens: 90 } });
  assert.equal(
    api.operations.map(({ name }) => name),
    ['root', 'other'],
  );
  assert.ok(
    lines.some(({ about, text }) => about === 'GET /a/{b}/c' && /left out: its \d+ tokens do not fit into maxTokens 90/.test(text)),
  );
});

test('[A13.report] every operation is in the report: kept with its tokens, renamed and why, left out and why', async () => {
  const { lines } = await preparedPaths(
    {
      '/a': get('a/b'),
      '/b': { trace: { operationId: 'echo' } },
      '/c': { post: { operationId: 'c', requestBody: { $ref: '#/components/requestBodies/Lost' } } },
      '/d': { $ref: '#/paths/~1d' },
      '/e': get('e'),
    },
    { generateOptions: { excludeOperations: ['e'] } },
  );
  const texts = lines.map(({ about, level, text }) => `${level} ${about}: ${text}`);
  assert.match(texts[1] ?? '', /^info GET \/a: a_b, \d+ tokens \(a name has letters, digits, _ and - only\)$/);
  assert.ok(texts.includes('warning TRACE /b: left out: no HTTP client of a web platform sends TRACE'), texts.join('\n'));
  assert.ok(texts.includes('info GET /e: left out: in excludeOperations'), texts.join('\n'));
  assert.ok(
    texts.includes(
      'warning POST /c: left out: #/components/requestBodies/Lost leads nowhere (openapi.json:1, #/paths/~1c/post/requestBody)',
    ),
    texts.join('\n'),
  );
  assert.ok(
    texts.some((text) => text.startsWith('warning /d: left out: #/paths/~1d leads back to itself')),
    texts.join('\n'),
  );
  assert.match(texts[0] ?? '', /^info api: 1 tool, 4 left out: the list has about \d+ tokens \(4 characters each\)$/);
});

test('[A7.description] the mode chooses the text, and what is missing is replaced', async () => {
  const paths = {
    '/a': get('a', { summary: 'Short', description: 'Long text', tags: ['pets'] }),
    '/b': get('b', { description: 'Only long' }),
    '/c': get('c', { deprecated: true }),
  };
  const of = async (descriptionMode: OpenapiOptions['descriptionMode'] & string): Promise<readonly string[]> =>
    (await preparedPaths(paths, { descriptionMode })).api.operations.map(({ description }) => description);
  assert.equal(await of('summaryOnly'), ['Short', 'Only long', 'Deprecated. GET /c']);
  assert.equal(await of('descriptionOnly'), ['Long text', 'Only long', 'Deprecated. GET /c']);
  assert.equal(await of('combined'), ['Short\n\nLong text', 'Only long', 'Deprecated. GET /c']);
  assert.equal(await of('full'), ['Short\n\nLong text\n\nGET /a\n\nTags: pets', 'Only long\n\nGET /b', 'Deprecated. GET /c']);
});

test.run();
