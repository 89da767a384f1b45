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
    'Providers of other versions, a second HTTP key-value service among them, are refused by name, with what to use in their place.',
  'S5.3.filesystem':
    "`redis: { provider: 'filesystem', path }` keeps each record in a file of a folder and fulfils the contract of all stores: ends, atomic swaps and counters, lists by prefix.",
  'S5.3.filesystem.options': '`path` is required; `encryption.secret`, `keyPrefix` and `defaultTtlMs` are as those of other stores.',
  'S5.3.filesystem.names':
    'The name of a file is an encoding of its key, with a hash where the key is long: no key leaves the folder or shares a file with another, on systems without case too.',
  'S5.3.filesystem.private':
    'Folders have the mode 0700 and files 0600; a folder of another user, or a link in its place, stops the start.',
  'S5.3.filesystem.secret':
    'With `encryption.secret` values are sealed (AES-256-GCM) with their key and their end. A folder that was written with another secret stops the start.',
  'S5.3.filesystem.damaged':
    'Readers see whole files only. A damaged file fails the step that needs it, with its path and what to do, and no other; a file that a loss of power emptied is absent.',
  'S5.3.filesystem.faults':
    'A folder that is missing, not writable, read-only or full is a StorageConnectionError with its path and what to do; records are never absent because their folder is.',
  'S5.3.filesystem.ends':
    'Records that have ended are removed by a sweep beside requests, which takes a twentieth of the time at most, with drafts of killed writers.',
  'S5.3.filesystem.processes':
    'Processes of one machine may share a folder: their writes take turns, and the lock of a process that was killed is taken over at once.',
  'S5.3.filesystem.restart': 'What was acknowledged outlives a killed process.',
  'S5.3.filesystem.targets': 'Targets whose instances have no lasting disk refuse the folder at build, by the path of the option.',
  'S5.3.auto':
    "`provider: 'auto'` takes the first that is there: REDIS_URL or REDIS_HOST, KV_REST_API_URL, the binding SERVICE_STORE of a worker, the folder `path`. A bundle holds the drivers that its platform can use.",
  'S5.3.auto.binding':
    'A platform file that gives `auto` KV_REST_API_URL needs no binding SERVICE_STORE and no class; one that gives neither is a warning that names both.',
  'S5.3.auto.told':
    'The start says in one log record which store `auto` took and why; memory is a warning, and so is an `encryption` that the store does not have.',
  'S5.3.auto.fallback':
    "Where `auto` finds nothing, `fallback` decides: 'error' stops the start and is the default in production, 'memory' is the default elsewhere.",
  'S5.3.auto.wrong': 'A store that `auto` finds and cannot use stops the start; the next one is never taken in its place.',
  'S5.3.redis': '`redis` over TCP or through the HTTP key-value provider, filled in from REDIS_* and KV_REST_API_*.',
  'S5.5.store': '`elicitation.redis` is where instances share which answers have been acted on; never memory in its place.',
  'R16.labels': 'Every kind of sealed text has a key derived by a label of its own and the identity of the server.',
});
