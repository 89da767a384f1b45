import type { ServerModel, ToolModel } from '@service/sdk/model';
import { fieldsOf, indexDataOf, keepIndex, skillTexts, toolTexts } from '@service/sdk/search';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { catalogueOf } from './catalogue.ts';
import { find } from './find.ts';
import { openIndexes, Searches } from './tool-search.ts';

const tools = [
  { name: 'invoices.create', description: 'Create an invoice.' },
  { name: 'invoices.list', description: 'List invoices.' },
  { name: 'weather.now', description: 'Tells the weather of a city.' },
];
const namesOf = async (searches: Searches<(typeof tools)[number]>, ...queries: string[]): Promise<readonly string[]> =>
  (await find(searches.of(tools, tools), { queries, topK: 2 }, 8)).found.map(({ entry }) => entry.name);

const refusal = (found: Promise<unknown>): Promise<string> =>
  found.then(
    () => 'it was answered',
    (failure: unknown) => (failure instanceof Error ? failure.message : ''),
  );

test('[PX3.synonyms] words of the author find what they stand for', async () => {
  const groups = { additionalSynonyms: [['bill', 'invoice', 'voucher']] };
  assert.equal(await namesOf(new Searches(), 'bill'), []);
  assert.is((await namesOf(new Searches({ synonymExpansion: groups }), 'bill'))[0], 'invoices.create');
  assert.equal(await namesOf(new Searches({ synonymExpansion: { ...groups, enabled: false } }), 'bill'), []);
  assert.is((await namesOf(new Searches(), 'add invoice'))[0], 'invoices.create');
  assert.equal(await namesOf(new Searches(), 'add'), ['invoices.create']);
  assert.equal(await namesOf(new Searches({ synonymExpansion: { ...groups, replaceDefaults: true } }), 'add'), []);
  const cut = { additionalSynonyms: [['bill', 'voucher', 'invoice']], maxExpansionsPerTerm: 1 };
  assert.equal(await namesOf(new Searches({ synonymExpansion: cut }), 'bill'), []);
});

test('[PX3.ml] vectors of the user decide with the strategy ml, and are made once', async () => {
  const asked: (readonly string[])[] = [];
  let fails = true;
  const embed = async (texts: readonly string[], model: object): Promise<readonly (readonly number[])[]> => {
    asked.push(texts);
    assert.equal(model, { modelName: 'small', cacheDir: undefined });
    if (fails) throw new Error('away');
    return texts.map((text) => [/sun|weather/.test(text) ? 1 : 0, /pay|invoice/.test(text) ? 1 : 0]);
  };
  const searches = new Searches<(typeof tools)[number]>({ strategy: 'ml', embed, modelName: 'small' });
  assert.match(await refusal(namesOf(searches, 'sun')), 'away');
  fails = false;
  assert.equal(await namesOf(searches, 'sun'), ['weather.now']);
  assert.equal(await namesOf(searches, 'pay'), ['invoices.create', 'invoices.list']);
  assert.equal(asked.filter(({ length }) => length === 3).length, 2, 'one that failed is asked again, and no other');
  const short = new Searches<(typeof tools)[number]>({ strategy: 'ml', embed: async () => [] });
  assert.match(await refusal(namesOf(short, 'sun')), 'a vector of finite numbers for each of');
});

test('[PX6.search] one list answers all queries; what nothing answers is told', async () => {
  const { found, warnings } = await find(
    new Searches<(typeof tools)[number]>().of(tools, tools),
    { queries: ['create an invoice', 'invoices', 'pizza'] },
    8,
  );
  assert.equal(found.map(({ entry, matchedQueries }) => [entry.name, matchedQueries.length]).slice(0, 2), [
    ['invoices.create', 2],
    ['invoices.list', 1],
  ]);
  assert.equal(
    warnings.map(({ type }) => type),
    ['no_results'],
  );
  const strict = await find(new Searches<(typeof tools)[number]>().of(tools, tools), { queries: ['weather'], minRelevanceScore: 1 }, 8);
  assert.equal(
    strict.warnings.map(({ affectedTools, type }) => [type, affectedTools]),
    [['low_relevance', ['weather.now']]],
  );
});

test('[PX10.skills] [K6.kept] tools and skills are searched in the indexes of the build', async () => {
  const skills = ['brewing', 'baking'].map((name) => ({ name, path: name, frontmatter: { description: `About ${name}.` } }));
  const entries = tools.map(({ description, name }) => ({ listedName: name, description }));
  const emptied = async (texts: Parameters<typeof keepIndex>[0]) => ({ ...(await keepIndex(texts)), words: '' });
  const lines: string[] = [];
  const host = {
    // Of a model only these lists are read.
    model: { tools: entries, skills } as object as ServerModel,
    logger: { warn: (line: string) => void lines.push(line) } as Parameters<typeof openIndexes>[0]['logger'],
    toolIndex: await emptied(entries.map(toolTexts)),
    skillIndex: await emptied(skills.map(skillTexts)),
  };
  const kept = await openIndexes(host);
  const own = await openIndexes({ ...host, toolIndex: undefined, skillIndex: undefined });
  assert.equal([kept.skills.of(skills)?.size, kept.tools.of(entries)?.size], [0, 0], 'nothing but what was kept');
  assert.ok([...(own.skills.of(skills) ?? [])].some(([word]) => word.startsWith('brew')));
  assert.is(own.skills.of([...skills, { name: 'other' }]), undefined);
  assert.equal(lines, []);
});

test('[K6.changed] entries of an owner that change cost no reading of the others', async () => {
  const read: string[] = [];
  const entry = (name: string) => ({
    listedName: name,
    get description() {
      read.push(name);
      return `Brews ${name}.`;
    },
  });
  const [mine, theirs, changed] = [entry('coffee'), entry('tea'), entry('cocoa')];
  const model = { tools: [mine, theirs] };
  const logger = { warn: () => undefined } as object as Parameters<typeof openIndexes>[0]['logger'];
  const host = { logger, model: model as object as ServerModel, toolIndex: undefined, skillIndex: undefined };
  const { tools: index } = await openIndexes(host);
  index.of([mine, theirs]);
  read.length = 0;
  model.tools = [mine, changed];
  const words = index.of([mine, changed]);
  assert.equal(read, ['cocoa']);
  assert.equal(words, indexDataOf([mine, changed].map((one) => fieldsOf(toolTexts(one)))));
});

test('[PX6.catalogue] what searches know of a tool is made once, and again for a tool that has changed', () => {
  const model = { kind: 'tool', name: 'a', listedName: 'a', owner: [], visibility: 'public', inputSchema: {}, output: { kind: 'any' } };
  const [one, other] = [
    { ...model, description: 'One.' },
    { ...model, description: 'Other.' },
  ] as unknown as ToolModel[];
  const known = (tool: ToolModel | undefined) => catalogueOf(tool === undefined ? [] : [tool], {})[0];
  assert.is(known(one), known(one));
  assert.equal([known(one)?.description, known(other)?.description], ['One.', 'Other.']);
});

test.run();
