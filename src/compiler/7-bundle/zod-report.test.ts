import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { packagesOf } from './zod-report.ts';

test('bytes are counted by package, the most first', () => {
  const bytes = {
    'src/main.ts': 10,
    'src/runtime/own.ts': 5,
    'node_modules/zod/index.js': 30,
    'node_modules/a/node_modules/@scope/b/x.js': 40,
    '../sdk/src/runtime/http/router.ts': 20,
    'node_modules/none/index.js': 0,
    'service-generated:constants': 1,
  };
  assert.equal(packagesOf(bytes, { root: '/work/project', isSdk: (path) => path.startsWith('/work/sdk/') }), [
    { name: '@scope/b', bytes: 40 },
    { name: 'zod', bytes: 30 },
    { name: '@service/sdk', bytes: 20 },
    { name: '(project)', bytes: 15 },
    { name: '(generated)', bytes: 1 },
  ]);
});

test.run();
