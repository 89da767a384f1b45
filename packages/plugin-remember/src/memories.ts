import type { Json, JsonObject, Store } from '@service/sdk/define';
import { isRecord, matchesGlob, sha256Text, withoutUndefined, type Seal } from '@service/sdk/internal';
import { MemoryError } from './memory-error.ts';
import { giveRoomBack, type Place, readAtOnce, takeRoom } from './owner-room.ts';

/** Whose a memory is. */
export type MemoryScope = (typeof scopes)[number];

export const scopes = ['session', 'user', 'tool', 'global'] as const;

/** Whose memories are meant. */
export interface ScopeOptions {
  /**
   * `session`: of this session, or of the person where there is none. `user`: of the person, in all sessions. `tool`: of the person, for this
   * entry alone. `global`: of everybody. An anonymous caller is a person for as long as the session lasts.
   * @default 'session'
   */
  readonly scope?: MemoryScope;
}

/** Options of `this.remember.set`. */
export interface SetMemoryOptions extends ScopeOptions {
  /** Seconds until it is forgotten; `defaultTTL` of the plugin when absent. */
  readonly ttl?: number;
  /** Kind of the value, for those who read it. */
  readonly brand?: string;
  /** What else is known of it. */
  readonly metadata?: JsonObject;
}

/** Options of `this.remember.get`. */
export interface GetOptions<T> extends ScopeOptions {
  /** Returned where nothing is remembered. */
  readonly defaultValue?: T;
}

/** Options of `this.remember.list`. */
export interface ListMemoryOptions extends ScopeOptions {
  /** Keys of which form: `*` stands for any characters, `?` for one. @default '*' */
  readonly pattern?: string;
}

/** A memory, with what is known of it. */
export interface Memory {
  /** JSON, as it was set. */
  readonly value: Json;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  /** Milliseconds since the epoch; absent for what is kept until it is forgotten. */
  readonly expiresAt?: number;
  /** Kind of the value. */
  readonly brand?: string;
  /** What else is known of it. */
  readonly metadata?: JsonObject;
}

/** `this.remember` of tools, resources and prompts. */
export interface Remember {
  /**
   * Remembers a value under a key, in place of what was there.
   * @param value JSON
   * @throws {MemoryError} for a value that is no JSON, with its path, and for what is beyond a limit
   */
  set(key: string, value: unknown, options?: SetMemoryOptions): Promise<void>;
  /** The value under a key. */
  get<T>(key: string, options: ScopeOptions & { readonly defaultValue: T }): Promise<T>;
  get<T = Json>(key: string, options?: GetOptions<T>): Promise<T | undefined>;
  /** The value under a key, with what is known of it. */
  getEntry(key: string, options?: ScopeOptions): Promise<Memory | undefined>;
  /** Forgets what is under a key. @returns whether there was something */
  forget(key: string, options?: ScopeOptions): Promise<boolean>;
  /** Whether something is remembered under a key. */
  knows(key: string, options?: ScopeOptions): Promise<boolean>;
  /** Keys in the order of their characters, at most 100. */
  list(options?: ListMemoryOptions): Promise<readonly string[]>;
}

/** Where the memories of a plugin are kept. */
export interface Vault {
  readonly store: Store;
  /** Absent where values stand readable. */
  readonly seal: Seal | undefined;
  /** Of every key. */
  readonly keyPrefix: string;
  /** Seconds. */
  readonly defaultTtl: number | undefined;
  /** Characters that the memories of one owner may take. */
  readonly maxPerOwner: number;
  readonly now: () => number;
  /** Told of a record that is not ours. */
  readonly foreign: () => void;
}

/** Who remembers. */
export interface MemoryCaller {
  readonly principal: string | undefined;
  readonly sessionId: string | undefined;
  readonly entry: { readonly id: string };
}

export const maxKeyLength = 256;
const maxCharacters = 256 * 1024;
const maxBrandLength = 64;
const maxDepth = 64;
export const maxTtl = 10 * 365 * 86_400;
export const maxListed = 100;
/** What everybody shares has room for as many owners. */
const globalShares = 16;

/** The memories that one caller reaches. */
export class Memories implements Remember {
  readonly #vault: Vault;
  readonly #caller: MemoryCaller;

  constructor(vault: Vault, caller: MemoryCaller) {
    this.#vault = vault;
    this.#caller = caller;
  }

  /** The same, with one scope `tool` for several entries. */
  sharedBy(id: string): Memories {
    return new Memories(this.#vault, { ...this.#caller, entry: { id } });
  }

  async set(key: string, value: unknown, { brand, metadata, scope, ttl = this.#vault.defaultTtl }: SetMemoryOptions = {}): Promise<void> {
    const { now, seal, store } = this.#vault;
    refuse(jsonFault(value, 'the value') ?? (metadata === undefined ? undefined : jsonFault(metadata, 'metadata')));
    if (ttl !== undefined && !(ttl > 0 && ttl <= maxTtl)) refuse(`"ttl" must be a number of seconds above 0, up to ${maxTtl}`);
    if (brand !== undefined && !isText(brand, maxBrandLength)) refuse(`"brand" must be a text of 1 to ${maxBrandLength} characters`);
    const createdAt = now();
    const end = ttl === undefined ? {} : { ttlMs: ttl * 1000 };
    const expiresAt = end.ttlMs === undefined ? undefined : createdAt + end.ttlMs;
    const text = JSON.stringify(withoutUndefined({ value, createdAt, expiresAt, brand, metadata }));
    if (text.length > maxCharacters) refuse(`the value must have at most ${maxCharacters} characters as JSON, with its metadata`);
    const { name, place } = await this.#nameOf(key, scope);
    const kept = seal === undefined ? text : await seal.seal(text, name);
    await takeRoom(place, await store.get(name), kept);
    await store.set(name, kept, end);
  }

  get<T>(key: string, options: ScopeOptions & { readonly defaultValue: T }): Promise<T>;
  get<T = Json>(key: string, options?: GetOptions<T>): Promise<T | undefined>;
  async get<T>(key: string, { defaultValue, scope }: GetOptions<T> = {}): Promise<T | undefined> {
    const found = await this.getEntry(key, { scope });
    return found === undefined ? defaultValue : (found.value as T);
  }

  async getEntry(key: string, { scope }: ScopeOptions = {}): Promise<Memory | undefined> {
    return this.#find((await this.#nameOf(key, scope)).name);
  }

  async forget(key: string, { scope }: ScopeOptions = {}): Promise<boolean> {
    const { name, place } = await this.#nameOf(key, scope);
    const kept = await this.#vault.store.get(name);
    const existed = (await this.#open(name, kept)) !== undefined;
    if (!(await this.#vault.store.delete(name))) return false;
    await giveRoomBack(place, kept);
    return existed;
  }

  async knows(key: string, { scope }: ScopeOptions = {}): Promise<boolean> {
    return (await this.getEntry(key, { scope })) !== undefined;
  }

  async list({ pattern, scope }: ListMemoryOptions = {}): Promise<readonly string[]> {
    return (await this.search({ pattern, scope, limit: maxListed })).keys;
  }

  /** The first keys that a pattern fits. */
  async search(of: {
    readonly pattern: string | undefined;
    readonly scope: MemoryScope | undefined;
    readonly limit: number;
  }): Promise<{ readonly keys: readonly string[]; readonly truncated: boolean }> {
    const { limit, pattern = '*' } = of;
    if (!isText(pattern, maxKeyLength)) refuse(`"pattern" must be a text of 1 to ${maxKeyLength} characters`);
    const { place } = await this.#placeOf(of.scope);
    const names = await this.#vault.store.keys(place);
    const fitting = names
      .flatMap((name) => decoded(name.slice(place.length)) ?? [])
      .filter((key) => matchesGlob(pattern, key))
      .toSorted();
    const keys: string[] = [];
    // Only what can be read is there: others may have written names into the store.
    for (let at = 0; at < fitting.length && keys.length <= limit; at += readAtOnce) {
      const some = fitting.slice(at, at + readAtOnce);
      const found = await Promise.all(some.map((key) => this.#find(place + encodeURIComponent(key))));
      keys.push(...some.filter((_key, index) => found[index] !== undefined));
    }
    return { keys: keys.slice(0, limit), truncated: keys.length > limit };
  }

  async #find(name: string): Promise<Memory | undefined> {
    return this.#open(name, await this.#vault.store.get(name));
  }

  async #open(name: string, kept: string | undefined): Promise<Memory | undefined> {
    const { foreign, now, seal } = this.#vault;
    if (kept === undefined) return undefined;
    const text = seal === undefined ? kept : await seal.open(kept, name);
    const memory = text === undefined ? undefined : readMemory(text);
    if (memory === undefined) foreign();
    // The store may have been told to keep it longer.
    return memory?.expiresAt !== undefined && memory.expiresAt <= now() ? undefined : memory;
  }

  async #nameOf(key: string, scope: MemoryScope | undefined): Promise<{ readonly name: string; readonly place: Place }> {
    if (!isText(key, maxKeyLength)) refuse(`"key" must be a text of 1 to ${maxKeyLength} characters, without control characters`);
    const place = await this.#placeOf(scope);
    return { name: place.place + encodeURIComponent(key), place };
  }

  /** Where the memories of a scope are. Hashes have one length, so that no owner's name reads as another one's with a key. */
  async #placeOf(asked: MemoryScope = 'session'): Promise<Place> {
    // Where there is no session, what is of the session is of the person.
    const scope = asked === 'session' && this.#caller.sessionId === undefined ? 'user' : asked;
    const { keyPrefix, maxPerOwner, store } = this.#vault;
    const owner = `${scope}:${await sha256Text(JSON.stringify(this.#ownerOf(scope)))}`;
    const most = scope === 'global' ? globalShares * maxPerOwner : maxPerOwner;
    return { store, place: `${keyPrefix}${owner}:`, count: `${keyPrefix}room:${owner}`, most };
  }

  #ownerOf(scope: MemoryScope): readonly (string | null)[] {
    const { entry, principal, sessionId } = this.#caller;
    if (scope === 'global') return [];
    if (!scopes.includes(scope)) refuse(`"scope" must be ${scopes.map((name) => `"${name}"`).join(', ')}`);
    if (principal === undefined && sessionId === undefined)
      refuse('nothing can be remembered for an anonymous caller without a session: sign in, open a session, or use the scope "global"');
    // A session id alone is no login.
    if (scope === 'session') return [sessionId ?? null, principal ?? null];
    const person = principal === undefined ? ['anonymous', sessionId ?? null] : ['person', principal];
    return scope === 'tool' ? [...person, entry.id] : person;
  }
}

function refuse(fault: string | undefined): void {
  if (fault !== undefined) throw new MemoryError(fault);
}

/** A text without control characters and halves of characters, which names could not hold. */
const isText = (value: unknown, most: number): value is string =>
  typeof value === 'string' && value !== '' && value.length <= most && !/[\p{Cc}\p{Cs}]/u.test(value);

/** The key of a name; undefined for a name that stands for no key, or not in the one way that names are written. */
function decoded(part: string): string | undefined {
  try {
    const key = decodeURIComponent(part);
    return encodeURIComponent(key) === part ? key : undefined;
  } catch {
    return undefined;
  }
}

/** Why a value is no JSON, with its path; what contains itself is nested too deeply. */
function jsonFault(value: unknown, path: string, depth = 0): string | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return undefined;
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : `${path} is ${value}, which JSON does not hold`;
  if (typeof value !== 'object') return `${path} is a value of the type ${typeof value}, which JSON does not hold`;
  if (depth === maxDepth) return `${path} is nested deeper than ${maxDepth} levels`;
  if (Array.isArray(value)) return firstFault(value.map((item: unknown, index) => jsonFault(item, `${path}[${index}]`, depth + 1)));
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return `${path} is no plain object; set what JSON holds of it`;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return firstFault(members.map(([name, member]) => jsonFault(member, `${path}.${name}`, depth + 1)));
}

const firstFault = (faults: readonly (string | undefined)[]): string | undefined => faults.find((fault) => fault !== undefined);

function readMemory(text: string): Memory | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (!isRecord(value) || !('value' in value) || typeof value['createdAt'] !== 'number') return undefined;
    const { expiresAt } = value;
    return expiresAt === undefined || typeof expiresAt === 'number' ? (value as unknown as Memory) : undefined;
  } catch {
    return undefined;
  }
}
