import type { RequirementRow } from '../requirement-row.ts';

/** Stores: document 1 (Storage), supplement sections 1.2 and 5.3, rulings 3, 4 and 16. */
export const rows: readonly RequirementRow[] = [
  {
    id: 'I15.stores.identity',
    document: 'rulings',
    section: 'servers that share a store',
    rule: 'After the fixed prefix every key names the server: its name and public address, or its storeNamespace. An address that is not pinned leaves the name alone, and the start says so.',
  },
  {
    id: 'I15.stores.foreign',
    document: 'rulings',
    section: 'servers that share a store',
    rule: 'A record that is of an older layout, truncated, swapped or of another server counts as absent and is logged once without its content; its place can be taken.',
  },
  {
    id: 'I15.stores.issuer',
    document: 'rulings',
    section: 'servers that share a store',
    rule: 'Open sign-ins, codes, refresh tokens and consent belong to one issuer, and are sealed with a key derived from the signing secret where others reach the store.',
  },
  {
    id: 'D1.storage.rows',
    document: 'spec 1',
    section: 'Storage',
    rule: '`memory`, `{ redis }` and `{ sqlite }` with their members and defaults.',
  },
  {
    id: 'D1.storage.fail-closed',
    document: 'spec 1',
    section: 'Storage',
    rule: 'A store that cannot be reached stops the start with StorageConnectionError (`Failed to connect to Redis:`); never memory instead.',
  },
  {
    id: 'D1.storage.sqlite-restart',
    document: 'spec 1',
    section: 'Storage',
    rule: '`{ sqlite }` keeps what was acknowledged on one machine across restarts; needs the sqlite storage package.',
  },
  {
    id: 'D1.storage.sqlite-secret',
    document: 'spec 1',
    section: 'Storage',
    rule: 'A database written with another `encryption.secret` fails with SqliteDecryptionError.',
  },
  {
    id: 'D1.storage.sqlite-busy',
    document: 'spec 1',
    section: 'Storage',
    rule: '`busyTimeoutMs` (default 5000) is the time to wait for a lock.',
  },
  {
    id: 'S5.3.http-kv',
    document: 'spec 4',
    section: '5.3',
    rule: '`redis: { provider: <http-kv> }` with KV_REST_API_URL and KV_REST_API_TOKEN keeps what instances share without TCP.',
  },
  {
    id: 'S5.3.redis',
    document: 'spec 4',
    section: '5.3',
    rule: '`redis` over TCP or through the HTTP key-value provider, filled in from REDIS_* and KV_REST_API_*.',
  },
  {
    id: 'S5.5.store',
    document: 'spec 4',
    section: '1.2, 5.5',
    rule: '`elicitation.redis` is where instances share which answers have been acted on; never memory in its place.',
  },
  {
    id: 'R16.labels',
    document: 'spec 5',
    section: 'ruling 16',
    rule: 'Every kind of sealed text has a key derived by a label of its own and the identity of the server.',
  },
];
