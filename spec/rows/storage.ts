import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** Stores. */
export const rows: readonly RequirementRow[] = rowsOf({
  'I15.stores.identity':
    'After the fixed prefix every key names the server: its name and public address, or its storeNamespace. An address that is not pinned leaves the name alone, and the start says so.',
  'I15.stores.foreign':
    'A record that is of an older layout, truncated, swapped or of another server counts as absent and is logged once without its content; its place can be taken.',
  'I15.stores.issuer':
    'Open sign-ins, codes, refresh tokens and consent belong to one issuer, and are sealed with a key derived from the signing secret where others reach the store.',
  'D1.storage.rows': '`memory`, `{ redis }` and `{ sqlite }` with their members and defaults.',
  'D1.storage.fail-closed':
    'A store that cannot be reached stops the start with StorageConnectionError (`Failed to connect to Redis:`); never memory instead.',
  'D1.storage.sqlite-restart': '`{ sqlite }` keeps what was acknowledged on one machine across restarts; needs the sqlite storage package.',
  'D1.storage.sqlite-secret': 'A database written with another `encryption.secret` fails with SqliteDecryptionError.',
  'D1.storage.sqlite-busy': '`busyTimeoutMs` (default 5000) is the time to wait for a lock.',
  'S5.3.http-kv': '`redis: { provider: <http-kv> }` with KV_REST_API_URL and KV_REST_API_TOKEN keeps what instances share without TCP.',
  'S5.3.durable-object':
    "`redis: { provider: 'durable-object' }` keeps records in the SQLite database of a worker's Durable Object: every step is atomic, records end, and sessions outlive the isolate and the runtime.",
  'S5.3.durable-object.users': 'A session in a Durable Object answers the user who opened it and no other.',
  'S5.3.worker-kv':
    "`provider: 'worker-kv'` keeps copies of documents (`auth.cimd.cache.redis`) in a KV namespace. For every other option, whose values must not be stale, it is refused at build with the path of the option.",
  'S5.3.bindings':
    'The bindings of stores, and the migration of their class, stand in the platform file that a build writes; in a file of the project missing ones are warnings at their lines.',
  'S5.3.bindings.missing':
    'A worker without a binding that its options name answers its first requests with 500 server_misconfigured, CONFIG_INVALID, the name of the binding and what to add.',
  'S5.3.providers':
    'Providers of other versions, the file system and the choice by variables (`auto`) among them, are refused by name, with what to use in their place.',
  'S5.3.redis': '`redis` over TCP or through the HTTP key-value provider, filled in from REDIS_* and KV_REST_API_*.',
  'S5.5.store': '`elicitation.redis` is where instances share which answers have been acted on; never memory in its place.',
  'R16.labels': 'Every kind of sealed text has a key derived by a label of its own and the identity of the server.',
});
