/* A project's own Redis client that keeps commands until it is connected again: the cache goes on without it, a memory fails in time. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { callTool, pluginProject } from './plugin-project.ts';

const main = `
import { CachePlugin } from '@service/plugin-cache';
import { RememberPlugin } from '@service/plugin-remember';
import { Service, tool } from '@service/sdk';
import { z } from 'zod';

const kept = new Map<string, string>();
let away = false;
let asked = 0;
/** As much of Redis as plain values need; while it is away it says nothing. */
const client = {
  call: async (command: string, ...args: readonly string[]) => {
    asked++;
    if (away) return new Promise(() => undefined);
    if (command === 'GET') return kept.get(args[0] ?? '') ?? null;
    if (command === 'SET') kept.set(args[0] ?? '', args[1] ?? '');
    return command === 'PING' ? 'PONG' : command === 'SET' ? 'OK' : 1;
  },
};
let runs = 0;
const rate = tool({ name: 'rate', description: 'A rate.', inputSchema: { of: z.number() }, cache: true })(() => ({ run: ++runs }));
const note = tool({ name: 'note', description: 'Notes.' })(async (_input, ctx) => {
  await ctx.remember.set('a', 1, { scope: 'global' });
  return 'noted';
});
const turn = tool({ name: 'turn', description: 'Turns it off and on.', inputSchema: { away: z.boolean() } })((input) => {
  away = input.away;
  const before = asked;
  asked = 0;
  return { asked: before };
});
@Service({
  info: { name: 'away', version: '1.0.0' },
  tools: [rate, note, turn],
  plugins: [
    CachePlugin.init({ type: 'redis-client', client }),
    RememberPlugin.init({ type: 'redis-client', client, encryption: { enabled: false } }),
  ],
})
export class Server {}
`;

test('[D2.cache.away] a store without an answer costs the cache a quarter of a second once, and a memory five seconds', async () => {
  const project = pluginProject('away', main);
  const server = await project.start('node', { env: { NODE_ENV: 'development' } });
  const rate = (of: number) => callTool(server, { name: 'rate', args: { of } });
  const turn = async (away: boolean) => (await callTool(server, { name: 'turn', args: { away } })).value['asked'];
  try {
    await rate(0);
    assert.is((await rate(0)).meta['cache'], 'hit');
    assert.match((await callTool(server, { name: 'note' })).text, 'noted');
    await turn(true);
    const begun = Date.now();
    for (let of = 1; of <= 20; of++) assert.is((await rate(of)).isError, false);
    await server.logs('no answer within 250 ms');
    assert.is((server.log().match(/the store of results does not answer/g) ?? []).length, 1);
    const rests = 1 + Math.floor((Date.now() - begun) / 5000);
    const asked = Number(await turn(true));
    assert.ok(asked >= 1 && asked <= rests, `it was asked ${asked} times in ${rests} rests`);

    const memory = await callTool(server, { name: 'note' });
    assert.is(memory.isError, true);
    if (!memory.text.includes('no answer within 5000 ms')) await server.logs('no answer within 5000 ms');

    await turn(false);
    const back = async (): Promise<void> => {
      // The rest is over by now: the memory has waited as long.
      await rate(21);
      if ((await rate(21)).meta['cache'] !== 'hit') await back();
    };
    await back();
    await server.logs('the store of results answers again');
  } finally {
    await server.stop();
    project.remove();
  }
});

test.run();
