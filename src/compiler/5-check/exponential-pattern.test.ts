import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { z } from 'zod';
import { judgePattern, knownPatterns } from './exponential-pattern.ts';

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

test.run();
