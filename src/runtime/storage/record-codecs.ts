import { Seal, type Awaitable } from '../std/index.ts';

/** How the records of one server are written, so that nothing else is taken for one of them. */
export interface RecordCodec {
  /** @param key whole, the identity of the server included */
  encode(key: string, value: string): Awaitable<string>;
  /** Undefined: not written by this server under this key, or changed since. */
  decode(key: string, text: string): Awaitable<string | undefined>;
  /** Equal values under one key are written alike, so a swap needs no look before it. */
  readonly isExact: boolean;
}

/**
 * The length of the value and the whole key stand before the value: a record that was truncated, put under another key or written by
 * another server is not read. It detects mistakes and mix-ups, not attackers who can write to the store. Counters are numbers for the
 * store to add to, so they stand alone.
 */
export const checkedRecords: RecordCodec = {
  isExact: true,
  encode: (key, value) => `${headOf(key, value.length)}${value}`,
  decode: (key, text) => {
    if (/^-?\d{1,16}$/.test(text)) return text;
    const length = Number.parseInt(text, 10);
    const head = headOf(key, length);
    return text.startsWith(head) && text.length === head.length + length ? text.slice(head.length) : undefined;
  },
};

const headOf = (key: string, length: number): string => `${length}:${key}:`;

/** Asked once, with the first record. */
export type KeyBytes = () => Promise<Uint8Array<ArrayBuffer>>;

/**
 * Records that only holders of the key can read, change or make. The key name is authenticated, so that a writer of the store cannot put
 * one record in another's place.
 */
export function sealedRecords(keyBytes: KeyBytes): RecordCodec {
  let made: Promise<Seal> | undefined;
  const seal = (): Promise<Seal> => (made ??= keyBytes().then((bytes) => new Seal(bytes, { label: 'stored-record', identity: '' })));
  return {
    isExact: false,
    encode: async (key, value) => (await seal()).seal(value, key),
    decode: async (key, text) => (await seal()).open(text, key),
  };
}
