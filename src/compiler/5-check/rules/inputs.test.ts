import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { z } from 'zod';
import type { Json } from '@service/sdk/model';
import { hasLongestText, judgePattern, knownPatterns, unboundedFields } from './inputs.ts';

const kindsOf = (patterns: readonly RegExp[]): readonly string[] => patterns.map(({ source }) => `${judgePattern(source).kind} ${source}`);
const all = (kind: string, patterns: readonly RegExp[]): readonly string[] => patterns.map(({ source }) => `${kind} ${source}`);

test('[schemas.exponential-pattern] patterns that try every division of a text are found, with a text that shows it', () => {
  const patterns = [
    /^(a+)+$/,
    /^(a|a)*$/,
    /^(a|aa)+$/,
    /(x+x+)+y/,
    /^(([a-z])+.)+[A-Z]([a-z])+$/,
    /^(\w+\s?)*$/,
    /^([a-zA-Z0-9])(([-.]|[_]+)?([a-zA-Z0-9]+))*(@)[a-z0-9]+$/,
  ];
  assert.equal(kindsOf(patterns), all('exponential', patterns));
  const verdict = judgePattern('^(a+)+$');
  assert.match(verdict.kind === 'exponential' ? verdict.attack : '', "'a'.repeat(");
});

test('[schemas.exponential-pattern] patterns of real schemas are not', () => {
  const patterns = [
    /^[a-z0-9]+(?:-[a-z0-9]+)*$/,
    /^\d{4}-\d{2}-\d{2}$/,
    /^[^@]+@[^@]+\.[^@]+$/,
    /^(?:[a-z]+\.)+[a-z]{2,}$/,
    /^([a-z0-9]+,)*[a-z0-9]+$/,
    /^(?=.*\d)(?=.*[a-z]).{8,}$/,
    /^\p{L}+(?:[ '-]\p{L}+)*$/u,
    /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-((?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\.(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?$/,
  ];
  assert.equal(kindsOf(patterns), all('good', patterns));
});

test('[schemas.undecided-pattern] what automata cannot follow is undecided, not guessed', () => {
  const patterns = [/^(?=(a+)+$)a/, /^(ab?)+\1$/, /(?<=a)(b+)+$/];
  assert.equal(kindsOf(patterns), all('undecided', patterns));
});

test('[schemas.undecided-pattern] every format of zod is decided, and the known patterns are those of zod', () => {
  const ofZod = Object.values(z.regexes).flatMap((one) => (one instanceof RegExp ? [one] : []));
  const asked = [
    z.email(),
    z.iso.date(),
    z.iso.datetime(),
    z.iso.duration(),
    z.base64(),
    z.uuid(),
    z.ipv4(),
    z.ipv6(),
    z.cidrv4(),
    z.cidrv6(),
    z.hostname(),
    z.e164(),
    z.emoji(),
  ];
  for (const schema of asked) {
    const { pattern } = z.toJSONSchema(schema);
    if (typeof pattern === 'string') assert.is(judgePattern(pattern).kind, 'good', pattern);
  }
  const sources = new Set(ofZod.map(({ source }) => source));
  for (const pattern of knownPatterns) assert.ok(sources.has(pattern), pattern);
});

const found = (schema: z.ZodType): readonly string[] =>
  unboundedFields(JSON.parse(JSON.stringify(z.toJSONSchema(z.object({ x: schema }), { io: 'input' }))) as Json);

const texts: Readonly<Record<string, z.ZodType>> = {
  base64: z.base64(), base64url: z.base64url(), url: z.url(), jwt: z.jwt(), email: z.email(), datetime: z.iso.datetime(), time: z.iso.time(),
  duration: z.iso.duration(), emoji: z.emoji(), hex: z.hex(), cuid: z.cuid(), cuid2: z.cuid2(), regex: z.string().regex(/a/), startsWith: z.string().startsWith('a'),
  lowercase: z.string().lowercase(), template: z.templateLiteral(['a', z.string()]), format: z.stringFormat('x', /^a+$/), any: z.any(), unknown: z.unknown(),
  array: z.array(z.int()), rest: z.tuple([z.int()], z.int()), record: z.record(z.string(), z.int()), loose: z.looseObject({}), catchall: z.object({}).catchall(z.int()),
  optional: z.url().optional(), nullable: z.base64().nullable(), union: z.union([z.int(), z.url()]), pipe: z.url().transform((text) => text.length),
}; // prettier-ignore

test('[audit.unbounded.kinds] texts, lists and records of every kind of zod that have no limit are found', () => {
  for (const [name, schema] of Object.entries(texts)) assert.equal(found(schema), ['x'], name);
  assert.equal(found(z.array(z.url()).max(3)), ['x[]']);
  assert.equal(found(z.tuple([z.url()])), ['x[]']);
  assert.equal(found(z.object({ y: z.record(z.enum(['a']), z.url()) })), ['x.y.*']);
  assert.equal(found(z.json()), ['x']);
  interface Tree {
    name: string;
    branches: Tree[];
  }
  const tree: z.ZodType<Tree> = z.lazy(() => z.object({ name: z.url(), branches: z.array(tree).max(2) }));
  assert.equal(found(tree), ['x.name']);
  assert.equal(unboundedFields({ type: 'object', properties: { a: true, b: {}, c: { type: ['string', 'null'] }, d: { type: 'array' } } }), [
    'a',
    'b',
    'c',
    'd',
  ]);
});

const bounded: Readonly<Record<string, z.ZodType>> = {
  uuid: z.uuid(), date: z.iso.date(), minute: z.iso.datetime({ precision: -1 }), ipv4: z.ipv4(), ipv6: z.ipv6(), cidr: z.cidrv4(), mac: z.mac(), e164: z.e164(), ulid: z.ulid(), nanoid: z.nanoid(),
  hash: z.hash('sha256'), host: z.hostname(), code: z.string().regex(/^[A-Z]{2}-\\d{4}$/), literal: z.literal('a'), choice: z.enum(['a', 'b']), limited: z.url().max(10),
  file: z.base64().max(10), list: z.array(z.int()).max(3), pair: z.tuple([z.int(), z.int()]), marks: z.record(z.enum(['a']), z.int()), strict: z.strictObject({}),
  either: z.union([z.int(), z.literal('a')]), number: z.number(), both: z.string().regex(/a/).regex(/b/).max(5),
}; // prettier-ignore

test('[audit.unbounded.kinds] what has a longest text or a number of items is not found', () => {
  for (const [name, schema] of Object.entries(bounded)) assert.equal(found(schema), [], name);
});

test('[audit.unbounded.kinds] a pattern limits a text that it matches as a whole, without endless repetition', () => {
  for (const pattern of ['^a{1,5}$', '^[a+*]{3}$', '^(?:a|b)\\+$', '^\\d\\{2,\\}$']) assert.ok(hasLongestText(pattern), pattern);
  for (const pattern of ['a', '^a', '^a+$', '^a*$', '^a{2,}$', '^a$|b$', '^a\\$', '^(a|b*)$'])
    assert.not.ok(hasLongestText(pattern), pattern);
});

test.run();
