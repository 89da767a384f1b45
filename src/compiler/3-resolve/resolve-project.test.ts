import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readSource } from '../../../test/support/read-source.ts';
import { resolveModel } from './resolve-model.ts';
import { dynamicOptionsIn } from './resolve-project.ts';

function reasonOf(options: string, before = ''): string | undefined {
  const { declarations } =
    readSource(`import { Adapter, DynamicAdapter, DynamicPlugin, Plugin, Service, tool } from '@service/sdk'; import { z } from 'zod'; ${before}
    @Service({ info: { name: 'a', version: '1' }, ${options} }) export class Server {}`);
  const { view } = resolveModel(declarations);
  assert.ok(view !== undefined);
  return dynamicOptionsIn(declarations, view);
}

test('[P5.start.settled] literals, constants, schemas and functions are decided by the sources', () => {
  assert.is(
    reasonOf(
      'tools: [t], http: { port }',
      "const port = 80 + 1; const t = tool({ name: 't', inputSchema: { a: z.enum(names()) } })(() => 1); const names = () => ['a'];",
    ),
    undefined,
  );
  for (const [options, before] of [
    ['plugins: [P]', "@Plugin({ name: 'p' }) class P {}"],
    ['plugins: [P.init({ url: process.env.URL })]', "@Plugin({ name: 'p' }) class P extends DynamicPlugin<object> {}"],
    ['plugins: [made()]', "@Plugin({ name: 'p' }) class P extends DynamicPlugin<object> {} const made = () => P.init({});"],
    ['adapters: [A]', "@Adapter({ name: 'a' }) class A extends DynamicAdapter { fetch() { return {}; } }"],
  ] as const)
    assert.is(reasonOf(options, before), undefined, options);
});

test('[P5.start.settled] the environment, computed values are not', () => {
  for (const [options, before, reason] of [
    ["http: { port: Number(process.env['PORT']) }", '', '"http.port" of @Service of Server'],
    ["instructions: process.env['SAYS']", '', '"instructions" of @Service of Server'],
    ['tools: [t]', "const t = tool({ name: 't', description: new Date().toString() })(() => 1);", '"description" of tool() of t'],
    ['...more()', 'const more = () => ({ instructions: String(Math.random()) });', 'an option of @Service of Server'],
    ['plugins: process.env.MORE ? [P] : []', "@Plugin({ name: 'p' }) class P {}", '"plugins" of @Service of Server'],
  ] as const)
    assert.match(reasonOf(options, before) ?? 'settled', reason, reasonOf(options, before));
});

test.run();
