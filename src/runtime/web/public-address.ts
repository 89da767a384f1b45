import { isInBlock, parseIpAddress, parseIpBlock, type IpBlock } from '../std/index.ts';

/** RFC 6890 and its successors: addresses that no public document is served from. IPv4 inside IPv6 is read as IPv4 before. */
const specialBlocks: readonly IpBlock[] = /* @__PURE__ */ [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // Inside of the global unicast space: Teredo and friends, documentation, 6to4, documentation again.
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
].flatMap((text) => parseIpBlock(text) ?? []);

const globalUnicast = /* @__PURE__ */ parseIpBlock('2000::/3');

/** Whether an address may be called for a stranger. What cannot be read is not public. */
export function isPublicAddress(text: string): boolean {
  const address = parseIpAddress(text);
  if (address === undefined || globalUnicast === undefined) return false;
  // Of IPv6 only what is given out for the public: ::1, fe80::, fc00::, 64:ff9b:: (IPv4 in disguise) and the like are outside.
  if (address.length === 16 && !isInBlock(address, globalUnicast)) return false;
  return !specialBlocks.some((block) => isInBlock(address, block));
}

/** An address instead of a name, as `URL.hostname` prints it: brackets around IPv6, every odd spelling of IPv4 made plain. */
export const isAddressLiteral = (hostname: string): boolean => parseIpAddress(hostname.replace(/^\[|\]$/g, '')) !== undefined;

const innerSuffixes: readonly string[] = ['.internal', '.local', '.localhost', '.lan', '.home.arpa', '.intranet', '.corp', '.home'];

/** A name that can be one of the public network, as `URL.hostname` prints it: no address, no single label, no suffix of inner networks. */
export function isPublicName(hostname: string): boolean {
  const name = hostname.replace(/\.+$/, '');
  return !isAddressLiteral(name) && name.includes('.') && !innerSuffixes.some((suffix) => name.endsWith(suffix));
}

/** A public name, or a public address. */
export const isPublicHost = (hostname: string): boolean =>
  isAddressLiteral(hostname) ? isPublicAddress(hostname.replace(/^\[|\]$/g, '')) : isPublicName(hostname);
