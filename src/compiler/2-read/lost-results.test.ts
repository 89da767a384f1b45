import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { checkedFindings } from '../../../test/support/read-source.ts';

const server = (before: string, lists: string): string => `
  import { prompt, resource, Service, tool } from '@service/sdk';
  import { z } from 'zod';
  ${before}
  @Service({ info: { name: 'demo', version: '1.0.0' }, ${lists} }) export class Server {}`;
const returning = (handler: string, before = '', options = ''): string =>
  server(`${before} const t = tool({ name: 't', description: 'x', ${options} })(${handler});`, 'tools: [t]');
const found = async (text: string): Promise<readonly string[]> =>
  (await checkedFindings(text)).map(({ code, message }) => `${code}: ${message.slice(0, message.indexOf(','))}`);

const refused: readonly (readonly [what: string, text: string, message: string])[] = [
  ['a promise in a member', returning('() => ({ r: later() })', 'const later = async () => 1;'), 't returns a promise at `r`'],
  ['a promise in a list', returning('() => [1].map(async (n) => n)'), 't returns a promise at `[]`'],
  ['a map of a union', returning('async () => (Math.random() > 2 ? 1 : new Map<string, number>())'), 't returns a Map'],
  ['an own error class', returning('() => ({ e: new Own() })', 'class Own extends Error {}'), 't returns an Error at `e`'],
  ['a bigint of an interface', returning('(): Row => ({ id: 1n })', 'interface Row { id: bigint }'), 't returns a bigint at `id`'],
  ['a function of a literal', returning('() => ({ a: { next: () => 1 } })'), 't returns a function at `a.next`'],
  ['bytes', returning('() => ({ b: new Uint8Array(1) })'), 't returns a Uint8Array at `b`'],
  ['a response', returning('() => fetch("https://example.com")'), 't returns a Response'],
];

for (const [what, text, message] of refused)
  test(`[D4.results.lost-types] ${what} is an error`, async () => {
    const [finding = '', ...others] = await found(text);
    assert.match(finding, `result-not-json: The tool ${message}`);
    assert.equal(others, []);
  });

const accepted: readonly (readonly [what: string, text: string])[] = [
  [
    'dates, URLs and an own toJSON',
    returning(
      '() => ({ d: new Date(0), u: new URL("a:b"), m: new Money() })',
      'class Money { #c = 1n; all = new Map(); toJSON() { return String(this.#c); } }',
    ),
  ],
  [
    'methods and getters of a class',
    returning('() => new Row()', 'class Row { id = 1; get all() { return new Map(); } async save() { return 1; } }'),
  ],
  ['what a schema strips', returning('() => ({ a: 1, m: new Map() })', '', 'outputSchema: { a: z.number() }')],
  ['unknown and any', returning('() => JSON.parse("1")')],
  ['optional members', returning('(): { a?: number; b: string | undefined } => ({ b: undefined })')],
  ['a type that holds itself', returning('(): Tree => ({ items: [] })', 'interface Tree { items: Tree[] }')],
  [
    'bigints with a prototype that writes them',
    returning('() => 1n', 'function patch() { (BigInt.prototype as { toJSON?: () => string }).toJSON = () => "1"; } void patch;'),
  ],
  ['the bytes of a resource', server("const r = resource({ name: 'r', uri: 'a://b' })(() => new Uint8Array(1));", 'resources: [r]')],
];

for (const [what, text] of accepted)
  test(`[D4.results.lost-types] accepted: ${what}`, async () => {
    assert.equal(await found(text), []);
  });

test.run();
