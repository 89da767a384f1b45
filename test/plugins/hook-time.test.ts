/* Hooks that never settle, in a built bundle: whatever waits for one ends, and the log names plugin and hook. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { pluginProject } from './plugin-project.ts';

const main = `
import { type EntryAdmission, Plugin, type PluginHooks, prompt, resource, Service, skill, tool } from '@service/sdk';

const never = new Promise<never>(() => undefined);
@Plugin({ name: 'stuck' })
class Stuck implements PluginHooks {
  filterEntry(entry: { kind?: string; name: string }) {
    return entry.name.startsWith('filtered') ? never : true;
  }
  listEntry(entry: { name: string }) {
    return entry.name.startsWith('listed') ? never : true;
  }
  async admitEntry(entry: { name: string }, use: EntryAdmission) {
    if (entry.name.startsWith('admitted')) return never;
  }
}
const say = (name: string) => tool({ name, description: 'Says its name.' })(() => name);
const text = (name: string) => resource({ name, uri: \`text://\${name}\`, description: 'A text.', mimeType: 'text/plain' })(() => name);
const ask = (name: string) => prompt({ name, description: 'Asks.', arguments: [{ name: 'of', required: false }] })(() => name);
const how = (name: string) => skill({ name, description: 'How to.', instructions: 'Do it.' });

@Service({
  info: { name: 'stuck', version: '1.0.0' },
  tools: [say('filtered-tool'), say('admitted-tool')],
  resources: [text('listed-text'), text('admitted-text')],
  prompts: [ask('admitted-prompt'), ask('filtered-prompt')],
  skills: [how('admitted-skill')],
  plugins: [Stuck],
})
export class Server {}
`;

const uses: readonly (readonly [hook: string, method: string, params: Record<string, unknown>])[] = [
  ['filterEntry', 'tools/list', {}],
  ['filterEntry', 'tools/call', { name: 'filtered-tool', arguments: {} }],
  ['admitEntry', 'tools/call', { name: 'admitted-tool', arguments: {} }],
  ['listEntry', 'resources/list', {}],
  ['admitEntry', 'resources/read', { uri: 'text://admitted-text' }],
  ['filterEntry', 'prompts/get', { name: 'filtered-prompt' }],
  ['admitEntry', 'completion/complete', { ref: { type: 'ref/prompt', name: 'admitted-prompt' }, argument: { name: 'of', value: '' } }],
  ['admitEntry', 'skills/get', { uri: 'skill://admitted-skill/SKILL.md' }],
  ['admitEntry', 'subscriptions/listen', { notifications: { resourceSubscriptions: ['text://admitted-text'] } }],
];

test('[plugins.hooks.time] what waits for a hook that never settles fails after five seconds, and the log names plugin and hook', async () => {
  const project = pluginProject('stuck', main);
  const server = await project.start('node');
  try {
    const answers = await Promise.all(uses.map(async ([, method, params]) => server.ask(method, params)));
    for (const [at, [hook, method]] of uses.entries()) {
      assert.match(answers[at] ?? '', /"code":-32603.*"errorId"/, method);
      assert.not.match(answers[at] ?? '', hook, 'the answer tells nothing');
    }
    for (const hook of ['filterEntry', 'listEntry', 'admitEntry'])
      await server.logs(new RegExp(`plugin .*stuck.*: ${hook} has not answered for .* within 5000 ms`));
    assert.match(await server.ask('tools/call', { name: 'none', arguments: {} }), 'not found', 'the server goes on');
  } finally {
    await server.stop();
    project.remove();
  }
});

test.run();
