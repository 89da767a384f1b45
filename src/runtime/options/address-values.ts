/** Forms of addresses that options and variables share; each function says what is wrong, or nothing. */

const hostEntry = /^(?:\[[0-9a-f:.]+\]|[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?)(?::\d{1,5})?$/i;

/** An entry of a host list: a name or bracketed IPv6 address, with or without a port. */
export const hostEntryProblem = (entry: string): string | undefined =>
  hostEntry.test(entry)
    ? undefined
    : 'expected host names such as example.com, example.com:8443 or [::1], without scheme, path or wildcard';

const originOf = (text: string): string | undefined => (URL.canParse(text) ? new URL(text).origin : undefined);

/** An origin as browsers send it (RFC 6454 section 6.2). */
export function originProblem(entry: string): string | undefined {
  // Compared as a text with what browsers send: another spelling would silently match no origin.
  const fits = /^[a-z][a-z0-9+.-]*:\/\/[^/?#@\s,*]+$/i.test(entry) && (!/^http/i.test(entry) || originOf(entry) === entry.toLowerCase());
  return fits ? undefined : 'expected an origin such as https://example.com, without path, wildcard and standard port';
}

/** `loopback`, `all`, an IP address or a host name of this machine. */
export const bindAddressProblem = (value: string): string | undefined =>
  /^(?:[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?|[0-9A-Fa-f]*:[0-9A-Fa-f]*:[0-9A-Fa-f:.]*(?:%[A-Za-z0-9]+)?)$/.test(value)
    ? undefined
    : 'expected loopback, all, or an address without port and brackets';

/**
 * The address under which clients reach the server, without a trailing slash.
 * @throws {Error} for anything but http(s) without user, query and fragment
 */
export function parsePublicUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const plain = url !== undefined && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' && !/[?#]/.test(text);
  if (!plain) throw new Error('expected an http or https URL without user, query and fragment');
  return url.href.replace(/\/+$/, '');
}
