import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { JsonObject } from '../../model/index.ts';
import { UsageFault } from '../failures.ts';
import { flagsOfSchema, readToolArguments } from './schema-flags.ts';

const schema: JsonObject = {
  type: 'object',
  properties: {
    city: { type: 'string', description: 'City' },
    maxDays: { type: 'integer', default: 3 },
    limit: { type: 'number' },
    isExact: { type: 'boolean' },
    unit: { enum: ['metric', 'imperial', 7, null] },
    tags: { type: 'array', items: { type: 'string' } },
    counts: { type: 'array', items: { type: 'integer' } },
    range: { $ref: '#/$defs/range' },
    ranges: { type: 'array', items: { $ref: '#/$defs/range' } },
    note: { anyOf: [{ type: 'string' }, { type: 'null' }] },
    mode: { anyOf: [{ const: 'fast' }, { const: 'slow' }] },
    anything: {},
  },
  required: ['city'],
  $defs: { range: { type: 'object', properties: { from: { type: 'number' } } } },
};

const read = async (words: readonly string[], input = '', of = schema): Promise<JsonObject> =>
  (await readToolArguments(words, of, async () => input)).given;

async function fault(words: readonly string[], input = '', of = schema): Promise<string> {
  const failure = await read(words, input, of).then(
    (given) => new Error(`read as ${JSON.stringify(given)}`),
    (reason: unknown) => reason,
  );
  if (failure instanceof UsageFault) return failure.hint === undefined ? failure.message : `${failure.message} | ${failure.hint}`;
  throw failure;
}

test('[cli-program.flags] the text of a flag becomes what its schema says', async () => {
  const cases: readonly (readonly [words: readonly string[], given: JsonObject])[] = [
    [['--limit', '-2.5e1', '--max-days=4'], { limit: -25, maxDays: 4 }],
    [['--is-exact'], { isExact: true }],
    [['--no-is-exact'], { isExact: false }],
    [['--isExact=false'], { isExact: false }],
    [['--unit', 'metric'], { unit: 'metric' }],
    [['--unit', '7'], { unit: 7 }],
    [['--unit', 'null'], { unit: null }],
    [['--tags', '[1]', '--tags=--city', '--tags', ''], { tags: ['[1]', '--city', ''] }],
    [['--counts', '1', '--counts', '-2'], { counts: [1, -2] }],
    [['--range', '{"from":1}'], { range: { from: 1 } }],
    [['--ranges', '{"from":1}', '--ranges', '{}'], { ranges: [{ from: 1 }, {}] }],
    [['--note', 'plain'], { note: 'plain' }],
    [['--note', 'null'], { note: null }],
    [['--note', '"null"'], { note: 'null' }],
    [['--note', '5'], { note: '5' }],
    [['--mode', 'slow'], { mode: 'slow' }],
    [['--anything', '[1,{"a":null}]'], { anything: [1, { a: null }] }],
    [['--anything', 'not [JSON'], { anything: 'not [JSON' }],
    [['--arguments', '{"limit":1,"tags":[]}', '--limit', '2'], { limit: 2, tags: [] }],
  ];
  for (const [words, given] of cases) assert.equal(await read(['--city', 'Rome', ...words]), { city: 'Rome', ...given }, words.join(' '));
  assert.equal(await read(['--arguments', '{"city":"Rome"}']), { city: 'Rome' });
  assert.equal(await read(['--city', '$(id)`\'"\n..']), { city: '$(id)`\'"\n..' });
});

test('[cli-program.flags] - is standard input, for one flag', async () => {
  assert.equal(await read(['--city', '-'], 'Rome\nand more'), { city: 'Rome\nand more' });
  assert.equal(await read(['--arguments', '-'], '{"city":"Rome"}'), { city: 'Rome' });
  assert.is(await fault(['--city', '-', '--note=-'], 'x'), '--city and --note cannot both read standard input');
});

test('[cli-program.usage] what does not fit is named with its flag', async () => {
  const cases: readonly (readonly [words: readonly string[], text: string])[] = [
    [[], 'Missing --city | Add --help to see what each flag takes'],
    [['--city'], '--city needs a value'],
    [['--city', '--limit', '1'], '--city needs a value | To give --limit as its value, write --city=--limit'],
    [['--city', 'a', '--city', 'b'], '--city is given twice'],
    [['--city', 'a', '--limit', ''], '--limit must be a number, but is ""'],
    [['--city', 'a', '--limit', '0x10'], '--limit must be a number, but is "0x10"'],
    [['--city', 'a', '--limit', '1e999'], '--limit must be a number, but is "1e999"'],
    [['--city', 'a', '--max-days', '1.5'], '--max-days must be an integer, but is "1.5"'],
    [
      ['--city', 'a', '--max-days', '9007199254740993'],
      '--max-days is beyond ±9007199254740991, which JSON numbers carry exactly: "9007199254740993"',
    ],
    [['--city', 'a', '--is-exact=yes'], '--is-exact must be true or false, but is "yes"'],
    [['--city', 'a', '--no-is-exact=1'], '--no-is-exact takes no value'],
    [['--city', 'a', '--unit', 'metrik'], '--unit must be one of metric, imperial, 7, null, but is "metrik" | Did you mean metric?'],
    [['--city', 'a', '--range', '[1]'], '--range must be JSON of type object, but is array'],
    [['--city', 'a', '--arguments', '[]'], '--arguments must be JSON of type object, but is array'],
    [['--cty', 'a'], 'Unknown flag --cty | Did you mean --city?'],
    [['--no-city'], 'Unknown flag --no-city | Did you mean --city?'],
    [['-x'], 'Unknown flag -x | Add --help to see the flags of this command'],
    [['--city', 'a', 'b'], 'Unexpected argument "b" | Give values with flags, as in --city; a switch that is off is written --no-<flag>'],
  ];
  for (const [words, text] of cases) assert.is(await fault(words), text, words.join(' '));
  assert.match(await fault(['--city', 'a', '--range', '{"from":']), /^--range must be JSON, but cannot be read: /);
  assert.ok((await fault(['--city', 'a', '--limit', 'x'.repeat(10_000)])).length < 200);
});

test('[cli-program.flags] arguments with hostile, colliding and untypable names reach the call', async () => {
  const properties = Object.fromEntries(
    [
      'fooBar',
      'foo_bar',
      'output',
      'help',
      'arguments',
      'a=b',
      '',
      '--x',
      '$(id)',
      '..',
      '__proto__',
      'constructor',
      'a\nb',
      'no-color',
    ].map((name) => [name, { type: 'string' }]),
  );
  const hostile: JsonObject = { type: 'object', properties, required: ['a=b'] };
  const { flags, whole } = flagsOfSchema(hostile);
  assert.equal(
    flags.map(({ name, property }) => [property, name]),
    [
      ['fooBar', 'fooBar'],
      ['foo_bar', 'foo_bar'],
      ['output', 'output'],
      ['help', 'help'],
      ['arguments', 'arguments'],
      ['--x', 'x'],
      ['$(id)', 'id'],
      ['__proto__', 'proto'],
      ['constructor', 'constructor'],
      ['no-color', 'no-color'],
    ],
  );
  assert.is(whole.name, 'tool-arguments');
  const given = await read(
    [
      '--fooBar',
      '1',
      '--foo_bar',
      '2',
      '--output',
      'o',
      '--help',
      'h',
      '--tool-arguments',
      '{"a=b":"c","":"e","..":"d"}',
      '--proto',
      'p',
      '--no-color',
      'n',
    ],
    '',
    hostile,
  );
  assert.equal(
    Object.entries(given).sort(([a], [b]) => (a < b ? -1 : 1)),
    [
      ['', 'e'],
      ['..', 'd'],
      ['__proto__', 'p'],
      ['a=b', 'c'],
      ['fooBar', '1'],
      ['foo_bar', '2'],
      ['help', 'h'],
      ['no-color', 'n'],
      ['output', 'o'],
    ],
  );
  assert.is(Reflect.get({}, 'p'), undefined);
  assert.match(await fault([], '', { type: 'object', properties: { '': {} }, required: [''] }), 'Missing "" in --arguments');
});

test('[cli-program.flags] schemas that refer to themselves or to nothing are read', async () => {
  const circular: JsonObject = {
    type: 'object',
    properties: { node: { $ref: '#/$defs/node' }, lost: { $ref: '#/$defs/none' }, far: { $ref: 'https://example.org/x' } },
    $defs: { node: { anyOf: [{ $ref: '#/$defs/node' }, { type: 'array', items: { $ref: '#/$defs/node' } }] } },
  };
  assert.equal(await read(['--node', '[[]]', '--lost', 'x', '--far', '1'], '', circular), { node: [[]], lost: 'x', far: 1 });
});

test.run();
