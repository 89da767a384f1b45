import { everyText, formatNames } from '@service/sdk/schema-table';

type Issue = Parameters<typeof everyText>[0];

const bounds = (code: 'too_big' | 'too_small'): Issue[] =>
  ['string', 'array', 'set', 'map', 'number', 'bigint', 'int', 'date'].flatMap((origin) =>
    [{ inclusive: true }, { inclusive: false }, { inclusive: true, exact: true }].map((more) => ({
      code,
      origin,
      maximum: 3,
      minimum: 3,
      ...more,
    })),
  );

/** One issue of each kind that a table can raise, in each form that its sentence has. */
const samples: readonly Issue[] = [
  ...[1, Number.NaN, Infinity, 'a', true, 1n, undefined, null, [], {}, new Map(), new Date(0), Symbol('a')].map((input): Issue => ({
    code: 'invalid_type',
    expected: 'string',
    input,
  })),
  { code: 'invalid_type', expected: 'nan', input: 1 },
  { code: 'invalid_value', values: ['a'] },
  { code: 'invalid_value', values: ['a', 1, 2n, true, null, undefined] },
  ...bounds('too_big'),
  ...bounds('too_small'),
  ...['emoji', 'nanoid', 'cuid', 'cuid2', 'own', ...Object.keys(formatNames)].map((format): Issue => ({
    code: 'invalid_format',
    format,
    pattern: '/a/',
  })),
  { code: 'invalid_format', format: 'includes', includes: 'a' },
  { code: 'invalid_format', format: 'starts_with', prefix: 'a' },
  { code: 'invalid_format', format: 'ends_with', suffix: 'a' },
  { code: 'not_multiple_of', divisor: 2 },
  { code: 'unrecognized_keys', keys: ['a'] },
  { code: 'unrecognized_keys', keys: ['a', 'b'] },
  { code: 'invalid_key', origin: 'record' },
  { code: 'invalid_element', origin: 'map' },
  { code: 'invalid_union', errors: [] },
  { code: 'invalid_union', inclusive: false },
  { code: 'invalid_union', options: ['a', 'b'] },
  { code: 'custom' },
];

/** True when the sentences of a schema library are those that the run time knows; else a bundle takes the library's. */
export const usesDefaultMessages = (localeError: unknown): boolean =>
  typeof localeError === 'function' &&
  samples.every((issue) => saysOf(localeError as (issue: Issue) => unknown, issue) === everyText(issue));

function saysOf(localeError: (issue: Issue) => unknown, issue: Issue): unknown {
  try {
    return localeError(issue);
  } catch {
    return undefined;
  }
}
