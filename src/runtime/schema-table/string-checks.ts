import { raiser, testCheck, type Check, type CheckOptions } from './checks.ts';
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

/* Formats of texts that no pattern can say alone. */
// The URL parser takes an authority, where `@` and `\` have a meaning, so only the address alphabet may reach it.
function isIpv6(text: string): boolean {
  return /^[0-9a-fA-F:.]+$/.test(text) && URL.canParse(`http://[${text}]`);
}

function isCidrv6(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  if (bits === undefined || bits === '' || rest.length > 0) return false;
  const count = Number(bits);
  return String(count) === bits && count >= 0 && count <= 128 && isIpv6(address);
}

const isBase64url = (text: string): boolean => /^[\w-]*$/.test(text) && isBase64(padded(text.replaceAll('-', '+').replaceAll('_', '/')));

const padded = (text: string): string => text.padEnd(Math.ceil(text.length / 4) * 4, '=');

// `atob` skips white space, which is no part of the alphabet.
function isBase64(text: string): boolean {
  if (/\s/.test(text) || text.length % 4 !== 0) return false;
  try {
    atob(text);
    return true;
  } catch {
    return false;
  }
}

/** ISO/IEC 7812: from the right, every second digit counts double. */
function hasLuhnSum(text: string): boolean {
  const sum = text
    .replace(/[- ]/g, '')
    .split('')
    .reverse()
    .reduce((total, digit, at) => {
      const counted = at % 2 === 0 ? Number(digit) : Number(digit) * 2;
      return total + (counted > 9 ? counted - 9 : counted);
    }, 0);
  return sum % 10 === 0;
}

/** ISO 13616: country and check digits last, letters as two digits, modulo 97. */
function remainderOfIban(text: string): number {
  const moved = text.slice(4) + text.slice(0, 4);
  return moved.split('').reduce((rest, sign) => {
    const value = Number.parseInt(sign, 36);
    return (rest * (value > 9 ? 100 : 10) + value) % 97;
  }, 0);
}

/** True for three parts whose head names an algorithm (RFC 7515); nothing is verified. */
function isJwt(text: string, algorithm: string | undefined): boolean {
  const [head = '', ...rest] = text.split('.');
  if (rest.length !== 2 || head === '') return false;
  try {
    const header: unknown = JSON.parse(atob(head));
    if (typeof header !== 'object' || header === null) return false;
    if ('typ' in header && header.typ !== 'JWT') return false;
    const named: unknown = 'alg' in header ? header.alg : undefined;
    return Boolean(named) && (algorithm === undefined || named === algorithm);
  } catch {
    return false;
  }
}
