import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { tokenHeader } from './page-types.ts';

/** Why a request is not answered. */
export interface Refusal {
  readonly status: number;
  readonly why: string;
}

/**
 * Another name that leads here is a site which has pointed its own name at this machine (DNS rebinding): a browser would count it as the
 * same origin as that site.
 */
export const refuseHost = ({ headers: { host } }: IncomingMessage, own: string): Refusal | undefined =>
  host === own ? undefined : { status: 421, why: `This page is at http://${own}` };

/** Pages of other origins, and frames in them, may ask for nothing. */
export function refuseOrigin({ headers }: IncomingMessage, own: string): Refusal | undefined {
  const { origin } = headers;
  const site = headers['sec-fetch-site'];
  const isOwn = (origin === undefined || origin === `http://${own}`) && (site === undefined || site === 'same-origin');
  return isOwn ? undefined : { status: 403, why: 'Pages of another origin cannot ask' };
}

/** Other programs and users of this machine reach the port as well: only who has read the address knows its token. */
export function refuseStranger({ headers }: IncomingMessage, token: string): Refusal | undefined {
  const given = headers[tokenHeader];
  const isKnown = typeof given === 'string' && timingSafeEqual(digestOf(given), digestOf(token));
  return isKnown ? undefined : { status: 401, why: 'Open the address that the terminal shows, its token included' };
}

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();
