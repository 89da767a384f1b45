import { ServiceError, listedError } from '../../errors/index.ts';
import type { Json, JsonObject } from '../../model/index.ts';
import { decodePercent, Seal, type Logger } from '../../std/index.ts';
import type { Store } from '../../model/store.ts';
import type { AuthKeys } from '../server/tokens/keys.ts';
import type { CallFrame } from '../../define/index.ts';
import type { SecureStore, Credentials } from '../../define/context-services.ts';
import { grantClaim } from '../server/records/grant-records.ts';
import type { ConnectTickets } from './connect-tickets.ts';

/** The part of a store that sealed values need. */
export type SealedStore = Pick<Store, 'get' | 'set' | 'delete' | 'keys'>;

const maxNameLength = 256;

export interface SealingOptions {
  readonly keys: AuthKeys;
  readonly logger: Logger;
}

/**
 * Values of many owners: each sealed under a key of its owner and bound to its name, so that neither a reader of the store nor another
 * owner's key opens it, and no record can be put under another name.
 */
export class SealedRecords {
  readonly #store: SealedStore;
  readonly #keys: AuthKeys;
  readonly #logger: Logger;
  /** Of the keys in the store, and of the keys that seal. */
  readonly #kind: string;
  #toldUnreadable = false;

  constructor(store: SealedStore, { keys, logger }: SealingOptions, kind: string) {
    this.#store = store;
    this.#keys = keys;
    this.#logger = logger;
    this.#kind = kind;
  }

  async get(owner: string, name: string): Promise<Json | undefined> {
    const sealed = await this.#store.get(this.#keyOf(owner, name));
    if (sealed === undefined) return undefined;
    const text = await (await this.#sealOf(owner)).open(sealed, name);
    if (text !== undefined) return JSON.parse(text) as Json;
    this.#tellUnreadable();
    return undefined;
  }

  /** Counts as absent, so that it can be stored again: an attacker who can change it could delete it as well. The value and its name stay out of the log. */
  #tellUnreadable(): void {
    if (this.#toldUnreadable) return;
    this.#toldUnreadable = true;
    const text = 'a stored value does not open: it was sealed with another key, or changed. Such values count as absent';
    this.#logger.warn(text, { kind: this.#kind });
  }

  /** @param value any JSON value */
  async set(owner: string, name: string, given: { readonly value: unknown; readonly ttlMs?: number | undefined }): Promise<void> {
    const text: string | undefined = JSON.stringify(given.value);
    if (text === undefined) throw invalid('the value is no JSON value');
    const sealed = await (await this.#sealOf(owner)).seal(text, name);
    await this.#store.set(this.#keyOf(owner, name), sealed, given.ttlMs === undefined ? {} : { ttlMs: given.ttlMs });
  }

  delete(owner: string, name: string): Promise<boolean> {
    return this.#store.delete(this.#keyOf(owner, name));
  }

  async list(owner: string): Promise<readonly string[]> {
    const prefix = this.#prefixOf(owner);
    const keys = await this.#store.keys(prefix);
    return keys.filter((key) => key.startsWith(prefix)).flatMap((key) => decodePercent(key.slice(prefix.length)) ?? []);
  }

  async #sealOf(owner: string): Promise<Seal> {
    return new Seal(await this.#keys.derive('vault'), { label: `vault/${this.#kind}`, identity: owner });
  }

  readonly #prefixOf = (owner: string): string => `${this.#kind}:${encodeURIComponent(owner)}:`;

  #keyOf(owner: string, name: string): string {
    if (typeof name !== 'string' || name === '' || name.length > maxNameLength || /[\ud800-\udfff]/u.test(name))
      throw invalid(`the key must be a text of 1 to ${maxNameLength} characters`);
    return this.#prefixOf(owner) + encodeURIComponent(name);
  }
}

const invalid = (problem: string): ServiceError => new ServiceError('INVALID_INPUT', problem);

interface SecureStoreSettings {
  readonly scope: 'user' | 'session' | 'global';
  /** Milliseconds that a value is kept when `set` does not say. */
  readonly ttlMs: number | undefined;
}

/**
 * The secure store of one call.
 * @throws {ServiceError} UNAUTHORIZED for callers without an identity of their own
 */
export function secureStoreOf(call: CallFrame, records: SealedRecords, settings: SecureStoreSettings): SecureStore {
  const owner = ownerOf(call, settings.scope);
  return {
    get: async <T>(key: string) => (await records.get(owner, key)) as T | undefined,
    set: (key, value, options) => records.set(owner, key, { value, ttlMs: options?.ttlMs ?? settings.ttlMs }),
    delete: (key) => records.delete(owner, key),
    list: () => records.list(owner),
  };
}

/** Everybody without a sign-in would share one drawer, or find an empty one each time. */
function ownerOf({ auth, request }: CallFrame, scope: SecureStoreSettings['scope']): string {
  if (scope === 'global') return 'global';
  if (auth.isAnonymous) throw listedError('UNAUTHORIZED', 'this.secureStore keeps values per user: sign in to use it');
  // The key holds the user too: a caller who names another's session id reads nothing of it. Without a session the values are the user's.
  if (scope === 'session' && request.sessionId !== undefined) return JSON.stringify(['session', auth.user.sub, request.sessionId]);
  return JSON.stringify(['user', auth.user.sub]);
}

interface CredentialOptions {
  readonly records: SealedRecords;
  readonly tickets: ConnectTickets;
  /** Public address of this server as the call's token names it. */
  readonly baseUrlOf: (call: CallFrame) => string;
}

/**
 * The credential vault of the person who calls.
 * @throws {ServiceError} UNAUTHORIZED for callers without a sign-in
 */
export function credentialsOf(call: CallFrame, { baseUrlOf, records, tickets }: CredentialOptions): Credentials {
  const { isAnonymous, user } = call.auth;
  if (isAnonymous) throw listedError('UNAUTHORIZED', 'this.credentials belong to a person: sign in to use them');
  const get = async <T>(key: string): Promise<T | undefined> => (await records.get(user.sub, key)) as T | undefined;
  return {
    get,
    list: () => records.list(user.sub),
    requireConnect: async <T>({ context, key }: { readonly key: string; readonly context?: JsonObject }) => {
      const credential = await get<T>(key);
      if (credential !== undefined) return { connected: true, credential };
      const clientId = textClaim(call, 'client_id');
      const id = textClaim(call, grantClaim);
      const grant = id === '' ? undefined : { id, issuer: textClaim(call, 'iss') };
      const token = await tickets.print({ sub: user.sub, key, clientId, context }, grant);
      const resumeUrl = `${baseUrlOf(call)}/oauth/connect?token=${token}`;
      return { connected: false, key, resumeUrl, message: `"${key}" is not connected yet. Open ${resumeUrl} to connect it.` };
    },
  };
}

function textClaim({ auth: { claims } }: CallFrame, name: string): string {
  const value = claims[name];
  return typeof value === 'string' ? value : '';
}

/** `credentials` of `authenticate`: one record a key. */
export async function keepCredentials(records: SealedRecords, sub: string, credentials: JsonObject): Promise<void> {
  for (const [key, value] of Object.entries(credentials)) await records.set(sub, key, { value });
}
