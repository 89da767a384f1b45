/* Results that JSON would lose, by every way that a value leaves a built bundle. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { writeOutput } from '../../src/compiler/index.ts';
import { bootStdio, type StdioBoot } from '../support/boot/node.ts';
import { bundleOf, copyFixture, requestOf } from '../support/compile.ts';

const source = `
import { Plugin, prompt, resource, Service, tool, type HookCall } from '@service/sdk';
import { z } from 'zod';

// Typed as unknown: what the types show is refused by the build.
const lost: unknown = new Map([['a', 1]]);
const later = async (): Promise<unknown> => 'x';
const hidden = (value: unknown): unknown => ({ list: [{ at: value }] });

@Plugin({ name: 'replacing' })
class Replacing {
  aroundToolCall({ entry }: HookCall<{ readonly name: string }>, next: () => unknown) {
    return entry.name === 'hooked' ? { content: [{ type: 'text', text: 'x' }], structuredContent: { at: lost } } : next();
  }
}

@Service({
  info: { name: 'losing', version: '1.0.0' },
  plugins: [Replacing],
  tools: [
    tool({ name: 'promise', description: 'x' })(() => hidden(later())),
    tool({ name: 'map', description: 'x' })(() => lost),
    tool({ name: 'schema', description: 'x', outputSchema: { at: z.any() } })(() => ({ at: lost })),
    tool({ name: 'full', description: 'x' })(() => ({ content: [{ type: 'text', text: 'x' }], structuredContent: { at: lost } })),
    tool({ name: 'meta', description: 'x' })(() => ({ a: 1, _meta: { at: lost } })),
    tool({ name: 'block', description: 'x', outputSchema: 'image' })(() => ({ data: 'AA==', mimeType: 'image/png', annotations: lost }) as never),
    tool({ name: 'hooked', description: 'x' })(() => 'fine'),
    tool({ name: 'notify', description: 'x' })((_input, ctx) => ctx.notify({ at: lost } as never)),
    tool({ name: 'sample', description: 'x' })((_input, ctx) => ctx.sample({ messages: [], maxTokens: 1, metadata: lost } as never)),
    tool({ name: 'task', description: 'x', execution: { taskSupport: 'optional' } })(() => lost),
    tool({ name: 'kept', description: 'x' })(() => ({ date: new Date(0), url: new URL('https://example.com/') })),
  ],
  resources: [
    resource({ name: 'value', uri: 'test://value' })(() => hidden(lost)),
    resource({ name: 'full', uri: 'test://full' })(() => ({ contents: [{ uri: 'test://full', text: 'x', _meta: { at: lost } }] })),
    resource({ name: 'text', uri: 'test://text' })(() => ({ text: 'x', _meta: { at: lost } })),
    resource({ name: 'bytes', uri: 'test://bytes' })(() => Buffer.from('x')),
  ],
  prompts: [
    prompt({ name: 'value', description: 'x' })(() => hidden(lost)),
    prompt({ name: 'full', description: 'x' })(() => ({ messages: [{ role: 'user', content: { type: 'text', text: 'x', _meta: { at: lost } } }] })),
    prompt({ name: 'list', description: 'x' })(() => [{ role: 'user', content: { type: 'text', text: 'x', _meta: { at: lost } } }]),
  ],
})
export class Server {}
`;

const project = copyFixture('calculator');
const folder = join(project.root, 'dist', 'node');
let server: StdioBoot;

const _meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': { sampling: {} },
};

test.before(async () => {
  writeFileSync(join(project.root, 'src/main.ts'), source);
  const request = requestOf(project.root, 'losing');
  const { result } = await bundleOf(request);
  await writeOutput(request, result, folder);
  server = bootStdio({ folder, name: 'losing', env: { NODE_ENV: 'development' } });
});

test.after(async () => {
  await server.close();
  project.remove();
});

const ask = async (method: string, params: object): Promise<string> => JSON.stringify(await server.request(method, { ...params, _meta }));

const tools = {
  promise: 'Tool output validation failed (promise at list[0].at is not JSON: await it)',
  map: 'Tool output validation failed (Map at $ is not JSON: return Object.fromEntries(map))',
  schema: 'Tool output validation failed (Map at at is not JSON: ',
  full: 'Tool output validation failed (Map at structuredContent.at is not JSON: ',
  meta: 'Tool output validation failed (Map at at is not JSON: ',
  block: 'Tool output validation failed (Map at annotations is not JSON: ',
  hooked: 'Tool output validation failed (Map at structuredContent.at is not JSON: ',
  notify: 'Message output validation failed (Map at data.at is not JSON: ',
  sample: 'Message output validation failed (Map at metadata is not JSON: ',
  task: 'Tool output validation failed (Map at $ is not JSON: ',
};

for (const [name, text] of Object.entries(tools))
  test(`[D4.results.lost] the tool "${name}" of a bundle is refused`, async () => {
    const answer = await ask('tools/call', { name, arguments: {} });
    assert.ok(answer.includes(text), answer);
    assert.ok(answer.includes('INVALID_OUTPUT'), answer);
  });

test('[D4.results.lost] resources and prompts of a bundle are refused, and the log says where', async () => {
  for (const uri of ['test://value', 'test://full', 'test://text']) assert.match(await ask('resources/read', { uri }), /-32603/);
  for (const name of ['value', 'full', 'list']) assert.match(await ask('prompts/get', { name }), /-32603/);
  const { stderr } = server.output;
  for (const text of [
    'Resource output validation failed (Map at list[0].at is not JSON: ',
    'Resource output validation failed (Map at contents[0]._meta.at is not JSON: ',
    'Resource output validation failed (Map at _meta.at is not JSON: ',
    'Prompt output validation failed (Map at list[0].at is not JSON: ',
    'Prompt output validation failed (Map at messages[0].content._meta.at is not JSON: ',
  ])
    assert.ok(stderr.includes(text), `${text}\n${stderr}`);
});

test('[D4.results.kept] dates, URLs and the bytes of a resource arrive', async () => {
  assert.match(
    await ask('tools/call', { name: 'kept', arguments: {} }),
    /"structuredContent":\{"date":"1970-01-01T00:00:00.000Z","url":"https:\/\/example.com\/"\}/,
  );
  assert.match(await ask('resources/read', { uri: 'test://bytes' }), /"blob":"eA=="/);
});

test.run();
