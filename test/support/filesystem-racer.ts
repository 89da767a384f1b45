import { openFilesystemStore } from '../../src/runtime/storage/drivers/filesystem.ts';

/** One of several processes at one folder: takes keys that only one may take, and counts. Prints how many it took. */
const [path = ''] = process.argv.slice(2);
const store = await openFilesystemStore({ options: { kind: 'filesystem', path, keyPrefix: '' } });
let taken = 0;
for (let at = 0; at < 20; at++)
  if (await store.compareAndSet(`key ${at}`, { expected: undefined, next: String(process.pid), ttlMs: 60_000 })) taken++;
for (let at = 0; at < 50; at++) await store.increment('count', 1);
await store.close();
process.stdout.write(String(taken));
