import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { compiledModel } from '../../../test/support/empty-model.ts';
import { nodeTarget } from '../../targets/node/target.ts';
import type { PlannedFeature } from '../compile-types.ts';
import { printEntry } from './entry.ts';

const model = compiledModel();
const settings = { name: 'weather', target: 'node', version: '1.0.0', entryPath: '/mcp', port: 3000, variables: {} };
const row = (name: string): PlannedFeature => ({ name, exportName: name, module: `@service/sdk/features/${name}`, because: '' });

test('the entry is imports and one call, and names no path of the build machine', () => {
  const { entry = '' } = printEntry({ target: nodeTarget, model, settings, features: [row('sessions')], revisions: [] });
  assert.match(entry, 'import { sessions } from "@service/sdk/features/sessions";');
  assert.match(entry, 'import { default as server } from "service:server";');
  assert.match(entry, 'features: [sessions],');
  assert.not.match(entry, '/p/src');
  assert.is(
    entry.match(/^import "service:start-report";$/m)?.index,
    entry.indexOf('import'),
    'failures while loading are reported from the first import on',
  );
});

test('an entry with many features stays within 40 lines', () => {
  const features = Array.from({ length: 60 }, (_, index) => row(`feature${index}`));
  const { entry = '', rows = '' } = printEntry({ target: nodeTarget, model, settings, features, revisions: [] });
  assert.ok(entry.split('\n').length <= 40);
  assert.match(rows, 'export const features = [feature0, ');
});

test('names with quotes stay data', () => {
  const { entry = '' } = printEntry({
    target: nodeTarget,
    model,
    settings: { ...settings, variables: { SERVICE_HEADERS_CUSTOM: '"}); process.exit(); //' } },
    features: [],
    revisions: [],
  });
  assert.match(entry, String.raw`"SERVICE_HEADERS_CUSTOM":"\"}); process.exit(); //"`);
});

test.run();
