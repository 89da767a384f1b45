import { encodeBase64url, secretsEqual, utf8 } from '@service/sdk/internal';
import { endpointPath } from './dashboard-options.ts';

/** What a refused request is told (RFC 6750 section 3). */
export const challenge = { 'www-authenticate': 'Bearer realm="service-dashboard"' } as const;

/** Header by name, in any case. */
export type HeaderOf = (name: string) => string | null | undefined;

interface AccessParts {
  readonly token: string;
  /** Of the cookies: another token makes those of before worthless. */
  readonly key: Uint8Array<ArrayBuffer>;
  readonly now: () => number;
  readonly basePath: string;
}

/** Browsers know hosts and no ports: two dashboards of one host would overwrite each other's cookie. @param host as the request names it */
function cookieName(host: string | null | undefined): string {
  const port = /:(\d{1,5})$/.exec(host ?? '')?.[1];
  return port === undefined ? 'service_dashboard' : `service_dashboard_${port}`;
}
/** How a browser has reached the page. */
export interface PageAddress {
  /** The header `Host`. */
  readonly host: string | null | undefined;
  /** By https. */
  readonly isSecure: boolean;
}

const cookieSeconds = 43_200;

/** Compares what a request brings with the token of the dashboard. */
export class Access {
  readonly #parts: AccessParts;

  constructor(parts: AccessParts) {
    this.#parts = parts;
  }

  /** Compared in a time that does not depend on what is wrong. */
  isToken(given: string): Promise<boolean> {
    return secretsEqual(given, this.#parts.token);
  }

  async isBearer(header: HeaderOf): Promise<boolean> {
    const given = /^bearer +([^ ]+) *$/i.exec(header('authorization') ?? '')?.[1];
    return given !== undefined && this.isToken(given);
  }

  /** Which is never in an address: addresses are logged, and sent on as `Referer`. */
  async admitsEndpoint(header: HeaderOf): Promise<boolean> {
    const own = header('x-service-dashboard-token');
    return (own != null && (await this.isToken(own))) || (await this.isBearer(header)) || this.hasCookie(header);
  }

  async hasCookie(header: HeaderOf): Promise<boolean> {
    if (isForeign(header)) return false;
    const given = cookiesOf(header('cookie') ?? '', cookieName(header('host')));
    for (const value of given) if (await this.#isSigned(value)) return true;
    return false;
  }

  /** One for the page and one for the endpoint: no other path of the host gets it. */
  async cookies({ host, isSecure }: PageAddress): Promise<readonly string[]> {
    const until = String(Math.floor(this.#parts.now() / 1000) + cookieSeconds);
    const value = `${until}.${await this.#sign(until)}`;
    return [...new Set([this.#parts.basePath, endpointPath])].map(
      (path) =>
        `${cookieName(host)}=${value}; Path=${path}; Max-Age=${cookieSeconds}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`,
    );
  }

  async #isSigned(value: string): Promise<boolean> {
    const [until = '', mac = ''] = value.split('.');
    if (!/^\d{1,12}$/.test(until) || Number(until) * 1000 <= this.#parts.now()) return false;
    return secretsEqual(mac, await this.#sign(until));
  }

  /** The cookie is not the token: who steals it has it for hours, and for nothing else. */
  async #sign(text: string): Promise<string> {
    const key = await crypto.subtle.importKey('raw', this.#parts.key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
    return encodeBase64url(new Uint8Array(await crypto.subtle.sign('HMAC', key, utf8(text))));
  }
}

const cookiesOf = (header: string, wanted: string): readonly string[] =>
  header.split(';').flatMap((part) => {
    const [name = '', value = ''] = part.trim().split('=');
    return name === wanted ? [value] : [];
  });

/**
 * Sent by a page of another origin. Ports of one host are one site, so that a strict cookie goes along with requests of every other server on
 * this computer.
 */
function isForeign(header: HeaderOf): boolean {
  const site = header('sec-fetch-site');
  if (site != null && site !== 'same-origin' && site !== 'none' && header('sec-fetch-mode') !== 'navigate') return true;
  const origin = header('origin');
  return origin != null && (!URL.canParse(origin) || new URL(origin).host !== header('host'));
}
