/** An address as bytes: 4 of them, or 16. */
export type IpBytes = readonly number[];

/** A block of addresses; a single address is a block with every bit fixed. */
export interface IpBlock {
  readonly bytes: IpBytes;
  readonly bits: number;
}

/** Bytes of an IPv4 or IPv6 address; IPv4 inside IPv6 (`::ffff:10.0.0.1`) becomes IPv4, so that a rule cannot be walked around. */
export function parseIpAddress(text: string): IpBytes | undefined {
  if (!text.includes(':')) return parseV4(text);
  const bytes = parseV6(text.split('%', 1)[0] ?? '');
  if (bytes === undefined) return undefined;
  const mapped = bytes.slice(0, 10).every((byte) => byte === 0) && bytes[10] === 0xff && bytes[11] === 0xff;
  return mapped ? bytes.slice(12) : bytes;
}

/** `10.0.0.0/8`, `2001:db8::/32`, or one address. */
export function parseIpBlock(text: string): IpBlock | undefined {
  const [address = '', prefix, ...rest] = text.split('/');
  const bytes = parseIpAddress(address);
  if (bytes === undefined || rest.length > 0) return undefined;
  const max = bytes.length * 8;
  if (prefix === undefined) return { bytes, bits: max };
  const written = /^\d{1,3}$/.test(prefix) ? Number(prefix) : Number.NaN;
  // The prefix of a mapped block counts the 96 bits before the IPv4 part.
  const bits = address.includes(':') && bytes.length === 4 ? written - 96 : written;
  return bits >= 0 && bits <= max ? { bytes, bits } : undefined;
}

export function isInBlock(address: IpBytes, { bits, bytes }: IpBlock): boolean {
  if (address.length !== bytes.length) return false;
  const whole = Math.floor(bits / 8);
  for (let at = 0; at < whole; at++) if (address[at] !== bytes[at]) return false;
  const rest = bits % 8;
  if (rest === 0) return true;
  const mask = 0xff << (8 - rest);
  return ((address[whole] ?? 0) & mask) === ((bytes[whole] ?? 0) & mask);
}

/** Decimal without leading zeros: `010.0.0.1` means different addresses to different readers. */
function parseV4(text: string): number[] | undefined {
  const parts = text.split('.');
  if (parts.length !== 4 || !parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255)) return undefined;
  return parts.map(Number);
}

function parseV6(text: string): number[] | undefined {
  const halves = text.split('::');
  if (halves.length > 2) return undefined;
  const [head, tail] = halves.map(parseGroups);
  if (head === undefined || (halves.length === 2 && tail === undefined)) return undefined;
  if (tail === undefined) return head.length === 16 ? head : undefined;
  const missing = 16 - head.length - tail.length;
  return missing < 2 ? undefined : [...head, ...Array.from({ length: missing }, () => 0), ...tail];
}

function parseGroups(text: string): number[] | undefined {
  if (text === '') return [];
  const bytes: number[] = [];
  const groups = text.split(':');
  for (const [at, group] of groups.entries()) {
    const v4 = at === groups.length - 1 && group.includes('.') ? parseV4(group) : undefined;
    if (v4 !== undefined) bytes.push(...v4);
    else if (/^[0-9a-f]{1,4}$/i.test(group)) bytes.push(Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 0xff);
    else return undefined;
  }
  return bytes.length <= 16 ? bytes : undefined;
}

/** One client has a whole /64 of IPv6 (RFC 6177): the first four groups, in the form that hosts print addresses (RFC 5952). */
export const networkOf = (address: string): string =>
  address.includes('.') ? address : `${address.replace(/::.*/, '')}:0:0:0`.split(':', 4).join();
