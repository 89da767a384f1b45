import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SearchIndex, type SearchTexts } from './index.ts';

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
const index = new SearchIndex(shop, (texts) => texts);
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

test.run();
