import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { findSdkCopy } from '../bundling/index.ts';
import { printOrder } from './module-order.ts';

const sdk = findSdkCopy();
const list = [['std/json'], ['mcp/session', 'features/sessions'], ['hosts/serve', 'hosts/node', 'hosts/worker'], ['std/gone']] as const;
const exists = (path: string): boolean => !path.includes('gone');
const host = (name: string) => ({ host: { module: `@service/sdk/hosts/${name}` } });
const feature = (name: string) => ({ module: `@service/sdk/features/${name}` });

/** Names of the modules in the order of the printed imports. */
const printed = (plan: Parameters<typeof printOrder>[0]): string[] =>
  printOrder(plan, sdk, { list, exists })
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const path: unknown = JSON.parse(/^import (".+");$/.exec(line)?.[1] ?? '');
      return String(path)
        .slice(sdk.runtime.folder.length + 1, -sdk.runtime.ending.length)
        .replaceAll('\\', '/');
    });

test('a bundle places the listed modules that it loads in any case, in the order of the list', () => {
  assert.equal(printed({ target: host('node'), features: [feature('sessions')], revisions: [] }), [
    'std/json',
    'mcp/session',
    'hosts/serve',
  ]);
  assert.equal(printed({ target: host('worker'), features: [], revisions: [] }), ['std/json', 'hosts/serve']);
});

test('a module that the sources no longer have is left out', () => {
  assert.not.ok(printed({ target: host('other'), features: [], revisions: [] }).includes('std/gone'));
});

test.run();
