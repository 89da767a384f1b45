import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  byCosine,
  createSearch,
  keepIndex,
  pickEntries,
  readIndex,
  SearchIndex,
  strategyProblem,
  usableIndex,
  type KeptIndex,
  type SearchTexts,
} from './index.ts';
import { silentLogger } from '../std/index.ts';

const shop: readonly SearchTexts[] = [
  { name: 'orders/create', description: 'Create an order. Of customers who are not signed in the address is needed.' },
  { name: 'orders/create-note', description: 'Create a note on an order.' },
  { name: 'orders/list-for-authenticated-customer', description: 'List orders of the authenticated customer.' },
  { name: 'orders/update', description: 'Update an order. Its state may be open or closed.' },
  { name: 'orders/remove-note', description: 'Remove a note from an order.' },
  { name: 'customers/get-authenticated', description: 'Get the authenticated customer.' },
  { name: 'stock/search', title: 'Поиск товаров', description: 'Finds goods in the warehouse.', tags: ['goods'] },
  { name: 'reports/monthlySales', description: 'Sales of a month as a table.' },
];
const textsOf = (texts: SearchTexts): SearchTexts => texts;
const index = new SearchIndex(shop, textsOf);
const namesOf = (question: string, limit = 1): readonly string[] => index.search(question, { limit }).map(({ entry }) => entry.name);

test('[K6.words] questions in words of people find entries in words of interfaces', () => {
  for (const [question, name] of [
    ['create an order', 'orders/create'],
    ['my orders', 'orders/list-for-authenticated-customer'],
    ['close order', 'orders/update'],
    ['delete a note of the order', 'orders/remove-note'],
    ['creating notes', 'orders/create-note'],
    ['monthly sales', 'reports/monthlySales'],
    ['get me', 'customers/get-authenticated'],
    ['ПОИСК', 'stock/search'],
    ['ｇｏｏｄｓ', 'stock/search'],
  ] as const)
    assert.equal(namesOf(question), [name], question);
});

test('[K6.none] what nothing answers finds nothing, and a word in common is no answer', () => {
  for (const question of ['order a pizza in Rome tonight', 'translate this text', 'the of and', '', '…'])
    assert.equal(index.search(question), [], question);
  assert.equal(new SearchIndex<SearchTexts>([], (texts) => texts).search('create an order'), []);
});

test('[K6.scores] scores are the same each time, between 0 and 1, best first; ties are in the order of names', () => {
  const hits = index.search('order note', { limit: 3, minScore: 0 });
  assert.equal(hits, index.search('order note', { limit: 3, minScore: 0 }));
  assert.is(hits.length, 3);
  for (const [at, { score }] of hits.entries()) assert.ok(score > 0 && score <= 1 && score <= (hits[at - 1]?.score ?? 1), String(score));
  const same = new SearchIndex(['b', 'a', 'c'], (name) => ({ name, description: 'Sends a letter.' }));
  assert.equal(
    same.search('send a letter', { minScore: 0 }).map(({ entry }) => entry),
    ['a', 'b', 'c'],
  );
});

test('[K6.words] names of members of every object are words as others are', () => {
  const odd = new SearchIndex(['constructor', '__proto__', 'toString'], (name) => ({ name }));
  assert.equal(
    odd.search('constructor').map(({ entry }) => entry),
    ['constructor'],
  );
});

test('[K6.fields] paths and further synonyms are words too; the defaults can be replaced or left out', () => {
  const entries: readonly SearchTexts[] = [
    { name: 'a', path: '/invoices/{id}' },
    { name: 'b', description: 'Removes a bill.' },
  ];
  const found = (question: string, synonyms = {}): readonly string[] =>
    new SearchIndex(entries, (texts) => texts, { synonyms }).search(question, { minScore: 0 }).map(({ entry }) => entry.name);
  assert.equal(found('invoices'), ['a']);
  assert.equal(found('delete'), ['b']);
  assert.equal(found('delete', { enabled: false }), []);
  assert.equal(found('delete', { replaceDefaults: true }), []);
  assert.equal(found('delete', { maxExpansionsPerTerm: 0 }), []);
  assert.equal(found('erase', { additionalSynonyms: [['erase', 'removes']] }), ['b']);
});

test('[K6.strategies] cosine and tfidf score the same index by cosine, bm25 by fields', async () => {
  const search = async (strategy: 'bm25' | 'cosine' | 'tfidf') =>
    (await createSearch(shop, (texts) => texts, { strategy }).search('delete a note of the order')).map(({ entry: { name }, score }) => [
      name,
      score,
    ]);
  const [cosine, fields] = await Promise.all([search('cosine'), search('bm25')]);
  assert.equal(cosine, await search('tfidf'));
  assert.is(cosine[0]?.[0], 'orders/remove-note');
  assert.is(fields[0]?.[0], 'orders/remove-note');
  assert.not.equal(cosine, fields);
  const byAngle = new SearchIndex(shop, (texts) => texts, { scoring: byCosine });
  for (const question of ['order a pizza in Rome tonight', 'translate this text', 'the of and', ''])
    assert.equal(byAngle.search(question), [], question);
});

/** Counts of letters, as a model's vectors would be. */
const embed = async (texts: readonly string[]): Promise<number[][]> =>
  texts.map((text) => 'a b c d e f g h i j'.split(' ').map((letter) => text.split(letter).length - 1));

test('[K6.ml] the strategy ml compares vectors of embed, which it asks for the entries once', async () => {
  const asked: number[] = [];
  const counting = (texts: readonly string[]): Promise<number[][]> => {
    asked.push(texts.length);
    return embed(texts);
  };
  const entries = ['cab', 'fig', 'badge'].map((name) => ({ name }));
  const search = createSearch(entries, (texts) => texts, { strategy: 'ml', embed: counting });
  assert.is((await search.search('bac', { limit: 1 }))[0]?.entry.name, 'cab');
  assert.is((await search.search('gif', { limit: 1 }))[0]?.entry.name, 'fig');
  assert.equal(asked, [3, 1, 1]);
  assert.equal(await createSearch([], () => ({ name: '' }), { strategy: 'ml', embed }).search('a'), []);
});

test('[K6.ml] without embed it is refused, and so are vectors that cannot be compared', async () => {
  assert.throws(
    () => createSearch(shop, (texts) => texts, { strategy: 'ml' }),
    /strategy "ml" needs "embed", a function that makes vectors of texts/,
  );
  assert.match(strategyProblem('ml', undefined) ?? '', /needs "embed"/);
  assert.is(strategyProblem('ml', embed), undefined);
  assert.is(strategyProblem('tfidf', undefined), undefined);
  let answer: readonly (readonly number[])[] = [];
  const search = createSearch([{ name: 'a' }], (texts) => texts, { strategy: 'ml', embed: async () => answer });
  const failure = async (): Promise<string> => {
    try {
      return JSON.stringify(await search.search('a'));
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  };
  for (const bad of [[], [[]], [[Number.NaN]], [[1], [2]]]) {
    answer = bad;
    assert.match(await failure(), /must give a vector of finite numbers for each of 1 texts/);
  }
  answer = [[1, 2]];
  assert.match(await failure(), /"score":1|"score":0.99/, 'a failure is not kept');
  answer = [[1]];
  assert.match(await failure(), /gave vectors of 1 and of 2 numbers/);
});

test('[K6.kept] an index that a build has kept gives the same hits as one that is made anew', async () => {
  const kept = JSON.parse(JSON.stringify(await keepIndex(shop))) as KeptIndex;
  assert.not.match(kept.words, /["\\]/, 'each character is one in a bundle');
  const read = new SearchIndex(shop, textsOf, { data: readIndex(kept) });
  for (const question of ['order note', 'my orders', 'ПОИСК', 'order a pizza'])
    assert.equal(read.search(question, { minScore: 0 }), index.search(question, { minScore: 0 }), question);
  assert.equal(new SearchIndex([], textsOf, { data: readIndex(await keepIndex([])) }).search('order'), []);
});

test('[K6.kept] entries at any distance come back as they were', async () => {
  const many = Array.from({ length: 4500 }, (_none, at) => ({ name: [0, 44, 45, 46, 2070, 2071, 4499].includes(at) ? 'rare' : 'usual' }));
  const read = readIndex(await keepIndex(many));
  assert.equal(
    read.get('rare')?.filter((_one, at) => at % 2 === 0),
    [0, 44, 45, 46, 2070, 2071, 4499],
  );
});

test('[K6.kept] a caller who sees a part of the entries searches that part of the index, and no word of the others counts', async () => {
  const index = readIndex(await keepIndex(shop));
  const [seen, rest] = [shop.slice(0, 3), shop.slice(3)];
  const picked = pickEntries(index, [2, 0, 1]);
  const search = new SearchIndex(
    [shop[2], shop[0], shop[1]].flatMap((one) => one ?? []),
    textsOf,
    { data: picked },
  );
  assert.equal(
    search.search('list orders').map(({ entry }) => entry),
    new SearchIndex(seen, textsOf).search('list orders').map(({ entry }) => entry),
  );
  assert.is(picked.get('warehous'), undefined);
  assert.equal(
    search.search(
      rest
        .map(({ name }) => name)
        .join(' ')
        .replaceAll('order', ''),
      { minScore: 0.3 },
    ),
    [],
  );
});

test('[K6.kept] an index of other entries or of another version is not used, and the log says why', async () => {
  const said: string[] = [];
  const logger = { ...silentLogger, warn: (message: string) => void said.push(message) };
  const kept = await keepIndex(shop);
  assert.is(await usableIndex(kept, shop, logger), kept);
  assert.is(await usableIndex(undefined, shop, logger), undefined);
  assert.equal(said, []);
  assert.is(await usableIndex({ ...kept, version: 7 }, shop, logger), undefined);
  assert.is(await usableIndex(kept, shop.slice(1), logger), undefined);
  assert.match(
    said[0] ?? '',
    /not used: it has version 7, and this server reads version 1\. Searches make their own; build the server again/,
  );
  assert.match(said[1] ?? '', /not used: it is of other entries than this server has/);
});

test.run();
