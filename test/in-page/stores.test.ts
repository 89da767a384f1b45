/* Stores of pages, in a real Chromium. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { PageScene, PageSite } from '../support/page-site.ts';

let scene: PageScene;

test.before(async () => {
  scene = await PageScene.open({ stores: 'in-page/pages/stores.ts' });
});
test.after(() => scene.close());

/** Reads and writes records of the database itself. */
const behindIndexedDb = `(() => {
  const settled = (request) => new Promise((resolve, reject) => Object.assign(request, { onsuccess: () => resolve(request.result), onerror: () => reject(request.error) }));
  const records = async () => (await settled(indexedDB.open('service:bench', 1))).transaction('records', 'readwrite').objectStore('records');
  return { read: async (key) => settled((await records()).get(key)), write: async (key, record) => settled((await records()).put(record, key)) };
})()`;

test('[S5.3.drivers.page] IndexedDB and localStorage hold what every store holds', async () => {
  const { run, said } = await scene.visit('stores');
  assert.ok((await run<number>('scene.checks')) >= 9);
  assert.equal(await run(`scene.indexedDb(${behindIndexedDb})`), []);
  assert.equal(await run('scene.localStorage()'), []);
  assert.equal(said, []);
});

test('[S5.3.drivers.page] tabs of one origin share a store and count in single steps, and another origin has nothing of it', async () => {
  const other = await PageSite.listen({ stores: scene.site.scripts['stores'] ?? '' });
  try {
    const context = await scene.newContext();
    const [one, two] = [await scene.visit('stores', { context }), await scene.visit('stores', { context })];
    for (const kind of ['indexedDb', 'localStorage']) {
      const count = `Promise.all(Array.from({ length: 40 }, () => scene.stores.${kind}.increment('count', 1)))`;
      const counts = (await Promise.all([one, two].map(({ run }) => run<number[]>(count)))).flat();
      assert.equal(
        counts.toSorted((left, right) => left - right),
        Array.from({ length: 80 }, (_, at) => at + 1),
        kind,
      );
      const elsewhere = await scene.visit('stores', { context, site: other });
      assert.equal(await elsewhere.run(`scene.stores.${kind}.keys('')`), [], kind);
    }
  } finally {
    other.close();
  }
});

test('[S5.3.drivers.page] a browser without them is told by name', async () => {
  const { run } = await scene.visit('stores');
  const without = (name: string, kind: string) =>
    run(
      `(Object.defineProperty(globalThis, '${name}', { value: undefined, configurable: true }), scene.stores.${kind}.get('x').then(String, String))`,
    );
  assert.match(String(await without('localStorage', 'localStorage')), /localStorage.*this browser has no localStorage/);
  assert.match(String(await without('indexedDB', 'indexedDb')), /IndexedDB.*this browser has no IndexedDB/);
});

test.run();
