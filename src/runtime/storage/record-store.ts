import { StorageConnectionError } from '../errors/index.ts';
import type { Awaitable } from '../std/index.ts';
import type { SetOptions, Store } from '../model/store.ts';

/** What sets the records of one kind apart. */
export interface RecordFormat<Id, Data> {
  readonly keyOf: (id: Id) => Awaitable<string>;
  /** Milliseconds that a record lives after it was written; 0 or less removes it. Kept until deleted when undefined. */
  readonly lifetimeMs?: (record: Data, id: Id) => number | undefined;
  /** Undefined for a value that is no such record. Absent where only this code writes under these keys, so that their shape needs no check. */
  readonly parse?: (value: unknown) => Data | undefined;
}

/** Beyond what instances of one server do to each other by accident. */
const maxTries = 100;

/** Records of one kind, kept as JSON. Text that is no such record counts as absent. */
export class RecordStore<Id, Data extends object> {
  readonly #store: Store;
  readonly #format: RecordFormat<Id, Data>;

  constructor(store: Store, format: RecordFormat<Id, Data>) {
    this.#store = store;
    this.#format = format;
  }

  async find(id: Id): Promise<Data | undefined> {
    return this.#parse(await this.#store.get(await this.#format.keyOf(id)));
  }

  async set(id: Id, record: Data): Promise<void> {
    await this.#store.set(await this.#format.keyOf(id), JSON.stringify(record), this.#endOf(id, record));
  }

  /**
   * Replaces a record if it is still what was read: of several instances that try, one succeeds.
   * @param read as it was found: JSON keeps the order of members, so it prints as it is stored. Undefined: there must be none
   * @param next undefined removes it
   */
  async swap(id: Id, read: Data | undefined, next: Data | undefined): Promise<boolean> {
    return this.#replace(id, { key: await this.#format.keyOf(id), text: read === undefined ? undefined : JSON.stringify(read) }, next);
  }

  /**
   * Changes whatever is there, also when others change it meanwhile.
   * @param change the next record; undefined leaves the store as it is
   * @returns what was written
   * @throws {StorageConnectionError} when the swap fails again and again: work without end would outlive whoever asked for it
   */
  async update(id: Id, change: (record: Data | undefined) => Awaitable<Data | undefined>): Promise<Data | undefined> {
    const key = await this.#format.keyOf(id);
    for (let tried = 0; tried < maxTries; tried++) {
      const text = await this.#store.get(key);
      const next = await change(this.#parse(text));
      if (next === undefined || (await this.#replace(id, { key, text }, next))) return next;
    }
    throw new StorageConnectionError('the store', `a record was changed by others ${maxTries} times in a row`);
  }

  /** True when there was one. */
  async delete(id: Id): Promise<boolean> {
    return this.#store.delete(await this.#format.keyOf(id));
  }

  #replace(id: Id, { key, text }: { readonly key: string; readonly text: string | undefined }, next: Data | undefined): Promise<boolean> {
    if (next === undefined) return this.#store.compareAndSet(key, { expected: text, next });
    return this.#store.compareAndSet(key, { expected: text, next: JSON.stringify(next), ...this.#endOf(id, next) });
  }

  #endOf(id: Id, record: Data): SetOptions {
    const ttlMs = this.#format.lifetimeMs?.(record, id);
    return ttlMs === undefined ? {} : { ttlMs };
  }

  #parse(text: string | undefined): Data | undefined {
    if (text === undefined) return undefined;
    const { parse = (value: unknown) => value as Data } = this.#format;
    try {
      return parse(JSON.parse(text));
    } catch (failure) {
      if (failure instanceof SyntaxError) return undefined;
      throw failure;
    }
  }
}
