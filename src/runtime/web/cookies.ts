import type { HttpExchange } from './exchange.ts';

/** Every value of a cookie; a foreign page of a sibling host can add one, so the first is not always ours. */
export function readCookie(exchange: HttpExchange, name: string): readonly string[] {
  return (exchange.header('cookie') ?? '').split(';').flatMap((pair) => {
    const at = pair.indexOf('=');
    return at > 0 && pair.slice(0, at).trim() === name ? [pair.slice(at + 1).trim()] : [];
  });
}

export interface CookieOptions {
  readonly name: string;
  readonly value: string;
  readonly maxAgeSeconds: number;
  /** The browser reached us by https: browsers drop `Secure` cookies of other pages. */
  readonly secure: boolean;
}

/**
 * A cookie that scripts cannot read and foreign posts do not carry. Lax, because providers send the browser back by a cross-site GET.
 */
export const printCookie = ({ maxAgeSeconds, name, secure, value }: CookieOptions): string =>
  `${name}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
