/* Callers decide how much is wrong with their arguments: what a built server says of it, and does for it, must stay small. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { projectOf } from '../support/built-servers.ts';

const project = projectOf('reports', {
  'src/main.ts': `
    import { Service, tool } from '@service/sdk';
    import { z } from 'zod';
    const lists = tool({ name: 'lists', description: 'Lists by name.', inputSchema: { lists: z.record(z.string(), z.array(z.string())) } })(() => 'done');
    const raw = tool({
      name: 'raw',
      description: 'A list.',
      rawInputSchema: { type: 'object', properties: { list: { type: 'array', items: { type: 'string' } } } },
    })(() => 'done');
    @Service({ info: { name: 'reports', version: '1.0.0' }, tools: [lists, raw] })
    export class Server {}
  `,
});
test.after(() => project.remove());

for (const target of ['node', 'worker'] as const)
  test(`[D4.results.input-length] a request of megabytes is refused in a few kilobytes, on ${target}`, async () => {
    const server = await project.start(target);
    const call = (name: string, given: object): Promise<string> => server.ask('tools/call', { name, arguments: given });
    try {
      const longKey = await call('lists', { lists: { ['k'.repeat(1_000_000)]: Array.from({ length: 100 }, () => 1) } });
      assert.match(longKey, 'Invalid tool input');
      assert.ok(longKey.length < 300_000, `${longKey.length} characters about one key`);
      const longList = await call('lists', { lists: { a: Array.from({ length: 1_500_000 }, () => 1) } });
      assert.match(longList, 'lists.a.99: Invalid input: expected string, received number; and 9900 more');
      const rawList = await call('raw', { list: Array.from({ length: 1_500_000 }, () => 1) });
      assert.match(rawList, 'Invalid tool input');
      assert.ok(rawList.length < 300_000, `${rawList.length} characters about one list`);
    } finally {
      await server.kill();
    }
  });

test.run();
