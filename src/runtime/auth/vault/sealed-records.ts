import { ServiceError } from '../../errors/index.ts';
import type { Json } from '../../model/index.ts';
import { decodePercent, Seal } from '../../std/index.ts';
import type { Logger } from '../../std/index.ts';
import type { Store } from '../../storage/store.ts';
import type { AuthKeys } from '../server/tokens/keys.ts';

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
