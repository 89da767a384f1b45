import type { CodedFormat } from './table.ts';

/** The formats that no pattern can say alone, each a test of one text; a pattern of the row runs before. */
export const formatTests: Readonly<Record<CodedFormat, (text: string) => boolean>> = {
  ipv6: isIpv6,
  cidrv6: isCidrv6,
  base64: isBase64,
  base64url: (text) => /^[\w-]*$/.test(text) && isBase64(padded(text.replaceAll('-', '+').replaceAll('_', '/'))),
  credit_card: (text) => hasLuhnSum(text.replace(/[- ]/g, '')),
  iban: (text) => remainderOfIban(text) === 1,
};

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
function hasLuhnSum(digits: string): boolean {
  const sum = digits
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
export function isJwt(text: string, algorithm: string | undefined): boolean {
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
