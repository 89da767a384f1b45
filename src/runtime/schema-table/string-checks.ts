import { raiser, testCheck, type Check, type CheckOptions } from './checks.ts';
import { hasLuhnSum, isBase64, isBase64url, isCidrv6, isIpv6, isJwt, remainderOfIban } from './formats.ts';
import { type Owner, type RawIssue, type Run, sentence } from './issues.ts';
import { wrongType } from './leaves.ts';
import { formatText, includesText, prefixText, regexText, suffixText } from './texts.ts';

type Test = (text: string) => boolean;

const textCheck = (test: Test, facts: RawIssue, options: CheckOptions): Check =>
  testCheck(options, (value) => test(value as string), facts);

const formatCheck =
  (format: string, name: string, test: Test) =>
  (options: CheckOptions): Check =>
    textCheck(test, { code: 'invalid_format', format, [sentence]: formatText(name) }, options);

/** A pattern of the author's may be global or sticky, and would remember its last place. */
function matches(pattern: RegExp, text: string): boolean {
  pattern.lastIndex = 0;
  return pattern.test(text);
}

const testOf = (pattern: RegExp): Test =>
  pattern.global || pattern.sticky ? (text) => matches(pattern, text) : (text) => pattern.test(text);

export interface PatternOptions extends CheckOptions {
  readonly format: string;
  /** Name of the format in messages, when it differs. */
  readonly name?: string;
}

const patternFacts = (format: string, pattern: RegExp): RawIssue => ({
  code: 'invalid_format',
  format,
  origin: 'string',
  pattern: pattern.toString(),
});

/** A format that a pattern says. */
export const patternCheck = (pattern: RegExp, { format, name = format, ...options }: PatternOptions): Check =>
  textCheck(testOf(pattern), { ...patternFacts(format, pattern), [sentence]: formatText(name) }, options);

/** A pattern of the author's. */
export const regexCheck = (pattern: RegExp, options: CheckOptions = {}): Check =>
  textCheck(testOf(pattern), { ...patternFacts('regex', pattern), [sentence]: regexText }, options);

/** A format with a name and a pattern of the author's. */
export const namedFormatCheck = (pattern: RegExp, { format, name = format, ...options }: PatternOptions): Check =>
  formatCheck(format, name, testOf(pattern))(options);

const partFacts = { origin: 'string', code: 'invalid_format' };

export const includesCheck = (part: string, { position, ...options }: CheckOptions & { readonly position?: number } = {}): Check =>
  textCheck(
    (text) => text.includes(part, position),
    { ...partFacts, format: 'includes', includes: part, [sentence]: includesText },
    options,
  );
export const prefixCheck = (prefix: string, options: CheckOptions = {}): Check =>
  textCheck((text) => text.startsWith(prefix), { ...partFacts, format: 'starts_with', prefix, [sentence]: prefixText }, options);
export const suffixCheck = (suffix: string, options: CheckOptions = {}): Check =>
  textCheck((text) => text.endsWith(suffix), { ...partFacts, format: 'ends_with', suffix, [sentence]: suffixText }, options);

// Formats that no pattern can say alone.
export const ipv6Check = (options: CheckOptions = {}): Check => formatCheck('ipv6', 'IPv6 address', isIpv6)(options);
export const cidrv6Check = (options: CheckOptions = {}): Check => formatCheck('cidrv6', 'IPv6 range', isCidrv6)(options);
export const base64Check = (options: CheckOptions = {}): Check => formatCheck('base64', 'base64-encoded string', isBase64)(options);
export const base64urlCheck = (options: CheckOptions = {}): Check =>
  formatCheck('base64url', 'base64url-encoded string', isBase64url)(options);
export const creditCardCheck = (pattern: RegExp, options: CheckOptions = {}): Check =>
  formatCheck('credit_card', 'credit card number', (text) => matches(pattern, text) && hasLuhnSum(text))(options);
export const ibanCheck = (pattern: RegExp, options: CheckOptions = {}): Check =>
  formatCheck('iban', 'IBAN', (text) => matches(pattern, text) && remainderOfIban(text) === 1)(options);
export const jwtCheck = ({ algorithm, ...options }: CheckOptions & { readonly algorithm?: string } = {}): Check =>
  formatCheck('jwt', 'JWT', (text) => isJwt(text, algorithm))(options);

/** Texts with literal and variable parts. */
export function templateRun(pattern: RegExp, { format, name = format }: PatternOptions, inst?: Owner): Run {
  const fail: Run = wrongType('string', inst);
  return (value, state, start) => {
    if (typeof value !== 'string') return fail(value, state, start);
    if (!matches(pattern, value))
      state.issues.push({ input: value, inst, code: 'invalid_format', format, pattern: pattern.source, [sentence]: formatText(name) });
    return value;
  };
}

export interface UrlOptions extends CheckOptions {
  readonly hostname?: RegExp;
  readonly protocol?: RegExp;
  readonly normalize?: true;
}

/** Pattern of `z.httpUrl()`; without normalising, the URL parser would take `http:host` for it. */
const httpOnly = '^https?$';

export function urlCheck({ hostname, protocol, normalize, ...options }: UrlOptions = {}): Check {
  const needsSlashes = normalize !== true && protocol?.source === httpOnly;
  const facts = { code: 'invalid_format', format: 'url', [sentence]: formatText('URL') };
  const raise = raiser(options);
  const run: Run = (value, state) => {
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
    return normalize === true ? url.href : text.replace(/[\t\n\r]/g, '');
  };
  return { when: options.when, run };
}
