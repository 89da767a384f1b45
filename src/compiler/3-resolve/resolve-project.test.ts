import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readSource } from '../../../test/support/read-source.ts';
import { resolveModel } from './resolve-model.ts';
import { dynamicOptionsIn, listsOfOpenEntries } from './resolve-project.ts';

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
    ['...more()', 'const more = () => ({ instructions: String(Math.random()) });', '"instructions" of @Service of Server'],
    ['plugins: process.env.MORE ? [P] : []', "@Plugin({ name: 'p' }) class P {}", '"plugins" of @Service of Server'],
  ] as const)
    assert.match(reasonOf(options, before) ?? 'settled', reason, reasonOf(options, before));
});

for (const [options, lists] of [
  ["name: 't', execution: { taskSupport: process.env.TASKS ? 'optional' : 'forbidden' }", ['tools']],
  ["name: 't', rateLimit: JSON.parse(process.env.LIMIT!)", ['tools']],
  ["name: 't', ...JSON.parse(process.env.MORE!)", ['tools']],
  ["name: 't', description: process.env.SAYS, rateLimit: { maxRequests: 1, windowMs: 1 }", []],
] as const)
  test(`[environment.union] an entry that may need another feature elsewhere opens its list: ${options}`, () => {
    const { declarations } = readSource(`import { Service, tool } from '@service/sdk'; const t = tool({ ${options} } as never)(() => 1);
      @Service({ info: { name: 'a', version: '1' }, tools: [t] }) export class Server {}`);
    assert.equal(listsOfOpenEntries(declarations), lists);
  });

test.run();
