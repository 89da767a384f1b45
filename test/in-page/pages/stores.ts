/* Stores of the browser, held to what holds of every store. */
import { indexedDbStore, localStorageStore } from '@service/sdk/in-page';
import { storeContract, type StoreBench } from '../../support/store-contract.ts';

interface Kept {
  readonly value: string;
  readonly endsAt?: number;
}

/** A look behind a store: reads and writes one record as it lies in the browser. */
interface Behind {
  readonly read: (key: string) => Promise<Kept | undefined>;
  readonly write: (key: string, record: Kept) => Promise<void>;
}

type Page = typeof globalThis & {
  readonly localStorage: { getItem(key: string): string | null; setItem(key: string, value: string): void };
};
const page = globalThis as Page;

const inLocalStorage: Behind = {
  read: async (key) => (JSON.parse(page.localStorage.getItem(`service:bench:${key}`) ?? 'null') as Kept | null) ?? undefined,
  write: async (key, record) => page.localStorage.setItem(`service:bench:${key}`, JSON.stringify(record)),
};

const benchOf = (make: () => StoreBench['store'], { read, write }: Behind): StoreBench => ({
  store: make(),
  other: make(),
  remainingMs: async (key) => {
    const { endsAt } = (await read(key)) ?? {};
    return endsAt === undefined ? undefined : endsAt - Date.now();
  },
  letEnd: async (key) => {
    const record = await read(key);
    if (record !== undefined) await write(key, { ...record, endsAt: Date.now() - 1 });
  },
});

async function failures(bench: StoreBench): Promise<readonly string[]> {
  const found: string[] = [];
  for (const [name, check] of Object.entries(storeContract))
    await check(bench).catch((failure: unknown) => found.push(`${name}: ${String(failure)}`));
  return found;
}

const scene = {
  checks: Object.keys(storeContract).length,
  indexedDb: (look: Behind) => failures(benchOf(() => indexedDbStore('bench'), look)),
  localStorage: () => failures(benchOf(() => localStorageStore('bench'), inLocalStorage)),
  stores: { indexedDb: indexedDbStore('shared'), localStorage: localStorageStore('shared') },
};

Object.assign(globalThis, { scene: Promise.resolve(scene) });
