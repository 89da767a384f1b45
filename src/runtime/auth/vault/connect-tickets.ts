import type { JsonObject } from '../../model/index.ts';
import { decodeBase64url, encodeBase64url, randomId, textOf, utf8, type Clock } from '../../std/index.ts';
import type { Store } from '../../model/store.ts';
import type { AuthorizationServices } from '../server/authorization-services.ts';
import { GrantRecords } from '../server/records/grant-records.ts';
import { isWithdrawn, withdrawalOf } from '../server/records/withdrawals.ts';
import type { AuthKeys } from '../server/tokens/keys.ts';

/** What a connect link stands for. */
export interface ConnectTicket {
  readonly id: string;
  readonly sub: string;
  readonly key: string;
  /** Client whose call asked for it. */
  readonly clientId: string;
  readonly context?: JsonObject;
  /** Newest withdrawal of the person when they were identified for the call: a later one ends the link. */
  readonly withdrawal?: string | undefined;
  /** Milliseconds since the epoch. */
  readonly exp: number;
}

export const connectSeconds = 600;

/** Characters; a longer link is none of ours. */
const maxLength = 8192;

/** Links by which a person connects a credential: signed with a key of their own, good for ten minutes and for one use. */
export class ConnectTickets {
  readonly #keys: AuthKeys;
  readonly #store: Store;
  readonly #signInStore: Store;
  readonly #grants: GrantRecords;
  readonly #clock: Clock;

  constructor({ clock, keys, signInStore, store }: Pick<AuthorizationServices, 'clock' | 'keys' | 'signInStore' | 'store'>) {
    this.#keys = keys;
    this.#store = store;
    this.#signInStore = signInStore;
    this.#grants = new GrantRecords(signInStore, clock);
    this.#clock = clock;
  }

  /** @param grant of the call's token, where tokens name theirs: a withdrawal since it began ends the link at once */
  async print(wanted: Omit<ConnectTicket, 'id' | 'exp' | 'withdrawal'>, grant?: { id: string; issuer: string }): Promise<string> {
    const withdrawal =
      grant === undefined
        ? await withdrawalOf(this.#signInStore, wanted.sub)
        : (await this.#grants.find(grant.id, grant.issuer))?.withdrawal;
    const ticket: ConnectTicket = { id: randomId(), ...wanted, withdrawal, exp: this.#clock() + connectSeconds * 1000 };
    const payload = encodeBase64url(utf8(JSON.stringify(ticket)));
    return `${payload}.${encodeBase64url(new Uint8Array(await crypto.subtle.sign('HMAC', await this.#key(), utf8(payload))))}`;
  }

  /** Undefined for what is not ours, is over, was used, or was made before a withdrawal. */
  async read(token: string): Promise<ConnectTicket | undefined> {
    const [payload = '', mac = '', ...rest] = token.length > maxLength ? [] : token.split('.');
    const signature = decodeBase64url(mac);
    if (rest.length > 0 || signature === undefined || encodeBase64url(signature) !== mac) return undefined;
    const genuine = await crypto.subtle.verify('HMAC', await this.#key(), new Uint8Array(signature), utf8(payload));
    const text = genuine ? textOf(decodeBase64url(payload) ?? new Uint8Array()) : undefined;
    if (text === undefined) return undefined;
    // Signed by us, so its shape needs no check.
    const ticket = JSON.parse(text) as ConnectTicket;
    if (ticket.exp <= this.#clock() || (await this.#isWithdrawn(ticket))) return undefined;
    return (await this.#store.get(usedKey(ticket))) === undefined ? ticket : undefined;
  }

  /** False: it was used before, or a withdrawal came since it was read. */
  async use(ticket: ConnectTicket): Promise<boolean> {
    const ttlMs = Math.max(1, ticket.exp - this.#clock());
    const isFirst = await this.#store.compareAndSet(usedKey(ticket), { expected: undefined, next: '1', ttlMs });
    return isFirst && !(await this.#isWithdrawn(ticket));
  }

  async #isWithdrawn({ sub, withdrawal }: ConnectTicket): Promise<boolean> {
    return isWithdrawn(withdrawal, await withdrawalOf(this.#signInStore, sub));
  }

  async #key() {
    const bytes = await this.#keys.derive('connect-ticket');
    return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);
  }
}

const usedKey = ({ id }: ConnectTicket): string => `connect:${id}`;
