import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ServiceStore } from './worker-store.ts';

/** The storage of an object that was never written. */
function emptyStorage() {
  const statements: string[] = [];
  const sql = {
    exec: (statement: string) => {
      statements.push(statement);
      return [];
    },
  };
  const storage = { sql, getAlarm: async () => null, setAlarm: async () => undefined };
  return { statements, storage, blockConcurrencyWhile: (work: () => Promise<void>) => work() };
}

const ask = (store: ServiceStore, command: object) =>
  store.fetch(new Request('https://store/', { method: 'POST', body: JSON.stringify(command) }));

test('[E2.object] an object that is only asked for what it does not have makes no table: nothing would remove it', async () => {
  const state = emptyStorage();
  const store = new ServiceStore(state);
  const swap = { operation: 'compareAndSet', key: 'a', expected: 'b', next: 'c' };
  const asked = [
    { operation: 'ping' },
    { operation: 'get', key: 'a' },
    { operation: 'delete', key: 'a' },
    { operation: 'keys', prefix: '' },
    swap,
  ];
  for (const command of asked) assert.is((await ask(store, command)).status, 200);
  await store.alarm();
  assert.is(store.isEmpty, true);
  assert.equal(state.statements, ["SELECT 1 FROM sqlite_master WHERE name = 'records'"]);
  await ask(store, { operation: 'set', key: 'a', value: '1' });
  assert.equal(
    state.statements.slice(1).map((statement) => statement.slice(0, 12)),
    ['CREATE TABLE', 'CREATE INDEX', 'INSERT OR RE'],
  );
});

test.run();
