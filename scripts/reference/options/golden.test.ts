import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { laterOptions, optionRows, sentenceOf, type OptionRow } from '@service/sdk/options';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

/** Rows, sentences and warnings as they were written by hand, at 0442612d. */
interface Golden {
  readonly rows: readonly (OptionRow & { readonly sentence: string })[];
  readonly unserved: readonly {
    readonly owner: string;
    readonly path: string;
    readonly refused?: true;
    readonly instead: string;
    readonly neutral: unknown;
  }[];
}
const golden = JSON.parse(readFileSync(join(import.meta.dirname, 'golden.json'), 'utf8')) as Golden;

/** Types and rows contradicted each other here; both are as the type was. */
const mended = new Set(['service sqlite.defaultTtlMs', 'service extApps', 'service redis.url']);

const keyed = <Row extends { readonly owner: string; readonly path: string }>(rows: readonly Row[]) =>
  Object.fromEntries(rows.map((row) => [`${row.owner} ${row.path}`, row] as const).filter(([name]) => !mended.has(name)));

test('the generated rows, defaults and sentences are those that were written by hand', () => {
  const now = optionRows.map(({ default: standard, owner, path, required, secret, type }) => ({
    owner,
    path,
    type,
    ...(required === undefined ? {} : { required }),
    ...(standard === undefined ? {} : { default: standard }),
    ...(secret === undefined ? {} : { secret }),
    sentence: sentenceOf(owner, path),
  }));
  assert.equal(keyed(now), keyed(golden.rows));
});

test('the generated warnings and refusals are those that were written by hand', () => {
  const now = laterOptions.map(({ instead, neutral, owner, path, refused }) => ({
    owner,
    path,
    ...(refused === undefined ? {} : { refused }),
    instead,
    neutral,
  }));
  assert.equal(keyed(now), keyed(golden.unserved));
});

test.run();
