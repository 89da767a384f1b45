import { encodeBase64url, hexOf, parseIpAddress, utf8 } from '../../../std/index.ts';
import { claimedNetworkOf } from '../../../web/address-share.ts';
import type { HttpExchange } from '../../../web/exchange.ts';
import type { AuthKeys } from '../tokens/keys.ts';

/** Whom an attempt comes from. */
export interface AttemptOrigin {
  /** Of the peer; undefined where the host does not know it. */
  readonly address: string | undefined;
  /** Network that an untrusted proxy names as its caller's; undefined where there is none. */
  readonly claimed?: string | undefined;
}

export const attemptOriginOf = (exchange: HttpExchange): AttemptOrigin => ({
  address: exchange.peerAddress,
  claimed: claimedNetworkOf(exchange),
});

/** Keys under which an attempt is counted, from what is known before its check. */
export interface Attempt extends AttemptOrigin {
  /** What the form names an account by. */
  readonly identifiers: readonly string[];
  /** The identifier that a success would prove; undefined where the form leaves it open. */
  readonly account?: string | undefined;
  /** Id of the page or link. */
  readonly page: string;
}

/** What failures are counted by. */
export interface GuessSubject {
  readonly key: string;
  /** Failures that cost nothing: people mistype, and offices share an address. */
  readonly free: number;
}

/** An identifier at an address: its key is set once the one was signed in from the other. */
interface KnownPair {
  readonly pair: string;
  /** Key of the identifier's own count. */
  readonly identifier: string;
  /** A success proves it. */
  readonly isProven: boolean;
}

/** All callers of an untrusted proxy have its address: it takes many of them to delay the others, and still nobody guesses without end. */
const freeFailures = { page: 5, identifier: 5, address: 20, proxy: 1000 };

/** Identifiers of one attempt that are looked at. */
const maxIdentifiers = 8;

/**
 * Keys are made with a secret, so that a caller cannot choose another account name that shares a count. Names and addresses are
 * counted in 65,536 buckets each, so that trying ever new names does not fill the store; pairs need a sign-in that succeeded.
 */
export async function subjectsOf(
  { account, address, claimed, identifiers, page }: Attempt,
  keys: Pick<AuthKeys, 'derive'>,
): Promise<{ readonly subjects: readonly GuessSubject[]; readonly pairs: readonly KnownPair[] }> {
  const mac = await macWith(await keys.derive('guessing'));
  const bucketOf = async (kind: 'address' | 'identifier' | 'proxy', text: string): Promise<GuessSubject> => ({
    key: `guess:${kind}:${hexOf((await mac(kind, text)).slice(0, 2))}`,
    free: freeFailures[kind],
  });
  const network = address === undefined ? undefined : parsedNetworkOf(address);
  const from = network === undefined || claimed === undefined ? network : `${network} ${claimed}`;
  const names = [...new Set(identifiers.map((name) => name.trim()))].filter((name) => name !== '').slice(0, maxIdentifiers);
  const counted = await Promise.all(names.map((name) => bucketOf('identifier', normalise(name))));
  // As it was typed: where accounts differ by case alone, the success of one must not make the other known.
  const pairs = names.map(async (name, at) => ({
    pair: `guess:known:${encodeBase64url((await mac('known', JSON.stringify([from, name]))).slice(0, 16))}`,
    identifier: counted[at]?.key ?? '',
    isProven: name === account?.trim(),
  }));
  return {
    subjects: [
      { key: `guess:page:${page}`, free: freeFailures.page },
      ...(from === undefined ? [] : [await bucketOf('address', from)]),
      ...(network === undefined || claimed === undefined ? [] : [await bucketOf('proxy', network)]),
      ...new Map(counted.map((subject) => [subject.key, subject])).values(),
    ],
    pairs: from === undefined ? [] : await Promise.all(pairs),
  };
}

type Mac = (kind: string, text: string) => Promise<Uint8Array>;

async function macWith(bytes: Uint8Array<ArrayBuffer>): Promise<Mac> {
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return async (kind, text) => new Uint8Array(await crypto.subtle.sign('HMAC', key, utf8(`${kind}\0${text}`)));
}

/** Spellings that may name the same account. */
const normalise = (identifier: string): string => identifier.normalize('NFKC').trim().toLowerCase();

/**
 * One subscriber has a whole /64 of IPv6: its addresses are one, in every spelling, and so are both spellings of an IPv4 address. Quotas of the
 * core compare the spelling that hosts print instead (`std/ip-address.ts`), which needs no parser in every bundle.
 */
function parsedNetworkOf(address: string): string {
  // An IPv4 address has four bytes.
  return parseIpAddress(address)?.slice(0, 8).join('.') ?? address;
}
