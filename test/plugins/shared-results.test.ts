/* What one call gets is its own, and what a hook lets drop ends no process: in a built bundle. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { callTool, pluginProject } from './plugin-project.ts';

const main = `
import { CachePlugin } from '@service/plugin-cache';
import { type HookCall, type Next, Plugin, type PluginHooks, Service, tool, type ToolModel, type ToolResult } from '@service/sdk';

let runs = 0;
/** Writes into whatever it is given, as it may. */
@Plugin({ name: 'marks', order: -1 })
class Marks implements PluginHooks {
  async aroundToolCall(call: HookCall<ToolModel>, next: Next<ToolResult>): Promise<ToolResult> {
    if (call.entry.name === 'dropped') {
      void next();
      return { content: [{ type: 'text', text: 'without it' }] };
    }
    const result = await next();
    const given = result.structuredContent as { marks: string[] };
    given.marks.push(call.request.id);
    return result;
  }
}
const slow = tool({ name: 'slow', description: 'Takes a while.', cache: true })(async () => {
  runs++;
  await new Promise((resolve) => setTimeout(resolve, 100));
  return { marks: [] as string[] };
});
const dropped = tool({ name: 'dropped', description: 'Fails later.' })(async () => {
  await new Promise((resolve) => setTimeout(resolve, 10));
  throw new Error('too late');
});
let rejections = 0;
process.on('unhandledRejection', () => rejections++);
const count = tool({ name: 'count', description: 'Counts.' })(() => ({ runs, rejections, marks: [] as string[] }));

@Service({ info: { name: 'own', version: '1.0.0' }, tools: [slow, dropped, count], plugins: [CachePlugin, Marks] })
export class Server {}
`;

test('[plugins.hooks.own] equal calls at once get results of their own, and a next() that is let drop may fail', async () => {
  const project = pluginProject('own', main);
  const server = await project.start('node');
  try {
    const calls = await Promise.all(Array.from({ length: 10 }, () => callTool(server, { name: 'slow' })));
    const marks = calls.map(({ value }) => value['marks'] as readonly string[]);
    assert.equal(
      marks.map(({ length }) => length),
      marks.map(() => 1),
    );
    assert.is(new Set(marks.flat()).size, 10);
    assert.match((await callTool(server, { name: 'dropped' })).text, 'without it');
    await callTool(server, { name: 'slow' });
    const settled = async (): Promise<unknown> => {
      for (let turn = 0; turn < 20; turn++) await callTool(server, { name: 'count' });
      return (await callTool(server, { name: 'count' })).value['rejections'];
    };
    assert.is(await settled(), 0);
    assert.is((await callTool(server, { name: 'count' })).value['runs'], 1);
  } finally {
    await server.stop();
    project.remove();
  }
});

test.run();
