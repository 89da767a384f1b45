import type { CheckBuilding, RowOf } from './building.ts';
import { formatTests, isJwt } from './formats.ts';
import type { Raise, Run } from './issues.ts';
import type { PatternRow } from './table.ts';

export const jwtRun = (row: RowOf<'jwt'>, { raise }: CheckBuilding): Run =>
  testOf((text) => isJwt(text, row.algorithm), { code: 'invalid_format', format: 'jwt' }, raise);

/** A format that needs code, after its pattern. */
export function formatRun(row: RowOf<'format'>, { raise }: CheckBuilding): Run {
  const test = formatTests[row.format];
  const pattern = row.pattern === undefined ? undefined : regExpOf(row.pattern);
  const facts = { code: 'invalid_format', format: row.format };
  return testOf(pattern === undefined ? test : (text) => matches(pattern, text) && test(text), facts, raise);
}

type Facts = { readonly code: string; readonly [fact: string]: unknown };

function testOf(test: (text: string) => boolean, facts: Facts, raise: Raise): Run {
  return (value, state) => {
    if (!test(value as string)) raise(state, value, facts);
    return value;
  };
}

export const regExpOf = ([source, flags]: PatternRow): RegExp => new RegExp(source, flags);

/** A pattern of the author's may be global or sticky, and would remember its last place. */
export function matches(pattern: RegExp, text: string): boolean {
  pattern.lastIndex = 0;
  return pattern.test(text);
}

export function patternRun(row: RowOf<'pattern'>, { raise }: CheckBuilding): Run {
  const pattern = regExpOf(row.pattern);
  const told = row.bare === true ? {} : { origin: 'string', pattern: pattern.toString() };
  const facts = { code: 'invalid_format', format: row.format, ...told };
  if (pattern.global || pattern.sticky) return testOf((text) => matches(pattern, text), facts, raise);
  return testOf((text) => pattern.test(text), facts, raise);
}

const partNames = { includes: 'includes', starts_with: 'prefix', ends_with: 'suffix' } as const;

/** A text that holds, begins or ends with another. */
export function partRun(row: RowOf<'includes'>, { raise }: CheckBuilding): Run {
  const { text: wanted, position } = row;
  const facts = { origin: 'string', code: 'invalid_format', format: row.check, [partNames[row.check]]: wanted };
  if (row.check === 'includes') return testOf((text) => text.includes(wanted, position), facts, raise);
  return testOf((text) => (row.check === 'starts_with' ? text.startsWith(wanted) : text.endsWith(wanted)), facts, raise);
}

/** Pattern of `z.httpUrl()`; without normalising, the URL parser would take `http:host` for it. */
const httpOnly = '^https?$';

export function urlRun(row: RowOf<'url'>, { raise }: CheckBuilding): Run {
  const hostname = row.hostname === undefined ? undefined : regExpOf(row.hostname);
  const protocol = row.protocol === undefined ? undefined : regExpOf(row.protocol);
  const needsSlashes = row.normalize !== true && protocol?.source === httpOnly;
  const facts = { code: 'invalid_format', format: 'url' };
  return (value, state) => {
    const text = (value as string).trim();
    if (needsSlashes && !/^https?:\/\//i.test(text)) {
      raise(state, value, { ...facts, note: 'Invalid URL format' });
      return value;
    }
    if (!URL.canParse(text)) {
      raise(state, value, facts);
      return value;
    }
    const url = new URL(text);
    if (hostname !== undefined && !matches(hostname, url.hostname))
      raise(state, value, { ...facts, note: 'Invalid hostname', pattern: hostname.source });
    if (protocol !== undefined && !matches(protocol, url.protocol.replace(/:$/, '')))
      raise(state, value, { ...facts, note: 'Invalid protocol', pattern: protocol.source });
    // The parser drops tabs and line ends before it reads the host; the value must not keep what was not looked at.
    return row.normalize === true ? url.href : text.replace(/[\t\n\r]/g, '');
  };
}
