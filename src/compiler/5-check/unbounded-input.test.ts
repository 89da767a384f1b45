import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { z } from 'zod';
import type { Json } from '@service/sdk/model';
import { hasLongestText } from './pattern-length.ts';
import { unboundedFields } from './rules/inputs.ts';

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
