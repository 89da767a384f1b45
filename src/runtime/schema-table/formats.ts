/* Formats of texts that no pattern can say alone. */
// The URL parser takes an authority, where `@` and `\` have a meaning, so only the address alphabet may reach it.
export function isIpv6(text: string): boolean {
  return /^[0-9a-fA-F:.]+$/.test(text) && URL.canParse(`http://[${text}]`);
}

export function isCidrv6(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  if (bits === undefined || bits === '' || rest.length > 0) return false;
  const count = Number(bits);
  return String(count) === bits && count >= 0 && count <= 128 && isIpv6(address);
}

export const isBase64url = (text: string): boolean =>
  /^[\w-]*$/.test(text) && isBase64(padded(text.replaceAll('-', '+').replaceAll('_', '/')));

const padded = (text: string): string => text.padEnd(Math.ceil(text.length / 4) * 4, '=');

// `atob` skips white space, which is no part of the alphabet.
export function isBase64(text: string): boolean {
  if (/\s/.test(text) || text.length % 4 !== 0) return false;
  try {
    atob(text);
    return true;
  } catch {
    return false;
  }
}

/** ISO/IEC 7812: from the right, every second digit counts double. */
export function hasLuhnSum(text: string): boolean {
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
export function remainderOfIban(text: string): number {
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
