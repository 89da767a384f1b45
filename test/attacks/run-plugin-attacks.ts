import { pluginProject } from '../plugins/plugin-project.ts';
import type { AttackOutcome } from './attack.ts';
import { pluginDoors, type PluginDoor } from './plugin-attacks.ts';

const main = `
import {
  Plugin, type PluginHooks, prompt, type PromptResult, PublicMcpError, type ReadResult, resource, ResourceTemplate, ResourceTemplateContext, Service, skill,
  tool, type ToolResult,
} from '@service/sdk';
import { z } from 'zod';

const isOn = process.env['HOOKS'] !== 'off';
type Named = { name: string };
type Call = { entry: Named };
type Inner<R> = () => R | Promise<R>;
const insteadOf = (call: Call) => isOn && call.entry.name.startsWith('around');

@Plugin({ name: 'guard' })
class Guard implements PluginHooks {
  filterEntry(entry: Named) {
    return !isOn || !entry.name.startsWith('filter');
  }
  listEntry(entry: Named) {
    return !isOn || !entry.name.startsWith('list');
  }
  admitEntry(entry: Named) {
    if (isOn && entry.name.startsWith('admit')) throw new PublicMcpError('closed', 'CLOSED', 403);
  }
  aroundToolCall(call: Call, next: Inner<ToolResult>) {
    return insteadOf(call) ? { content: [] } : next();
  }
  aroundResourceRead(call: Call, next: Inner<ReadResult>) {
    return insteadOf(call) ? { contents: [] } : next();
  }
  aroundPromptGet(call: Call, next: Inner<PromptResult>) {
    return insteadOf(call) ? { messages: [] } : next();
  }
}
const hooks = ['filter', 'list', 'admit', 'around'];
const secret = (name: string) => ({ name, description: \`SECRET \${name}\` });
const pages = (kind: string) => {
  @ResourceTemplate({ ...secret(\`\${kind}-page\`), uriTemplate: \`\${kind}-page://{id}\`, mimeType: 'text/plain' })
  class Pages extends ResourceTemplateContext<{ id: string }> {
    list() {
      return { resources: [{ uri: \`\${kind}-page://1\`, name: 'one', description: \`SECRET \${kind}-listed\` }] };
    }
    idCompleter() {
      return { values: ['SECRET value'] };
    }
    execute() {
      return 'SECRET page';
    }
  }
  return Pages;
};
const outer = tool({ name: 'outer', description: 'Calls another.', inputSchema: { name: z.string() } })(
  async ({ name }, ctx) => (await ctx.callTool(name)).content,
);
const tell = tool({ name: 'tell', description: 'Tells.', inputSchema: { uri: z.string() } })(({ uri }, ctx) => {
  ctx.notifyResourceUpdated(uri);
  return 1;
});

@Service({
  info: { name: 'plugged', version: '1.0.0' },
  tools: [outer, tell, ...hooks.map((kind) => tool({ ...secret(\`\${kind}-tool\`), execution: { taskSupport: 'optional' } })(() => 'SECRET result'))],
  resources: [
    resource({ name: 'open', uri: 'text://open', mimeType: 'text/plain' })(() => 'open'),
    ...hooks.map((kind) => resource({ ...secret(\`\${kind}-text\`), uri: \`text://\${kind}\`, mimeType: 'text/plain' })(() => 'SECRET text')),
    ...hooks.map(pages),
  ],
  prompts: hooks.map((kind) => prompt({ ...secret(\`\${kind}-prompt\`), arguments: [] })(() => 'SECRET prompt')),
  skills: hooks.map((kind) => skill({ ...secret(\`\${kind}-skill\`), instructions: 'SECRET instructions' })),
  plugins: [Guard],
  transport: { protocol: 'full', eventStore: { enabled: true } },
})
export class Server {}
`;

/** @param unguarded true: the hooks let everything pass, so that every door must be seen open */
export async function runPluginAttacks(doors: readonly PluginDoor[] = pluginDoors, { unguarded = false } = {}): Promise<AttackOutcome[]> {
  const project = pluginProject('plugged', main);
  const server = await project.start('node', { env: { HOOKS: unguarded ? 'off' : 'on' } });
  const outcomes: AttackOutcome[] = [];
  try {
    for (const { go, hooks, kind, name, opens = /SECRET/ } of doors)
      for (const hook of hooks) {
        const isOpen = opens.test(await go(server, hook));
        const facts = { name: `plugins: ${kind}, ${name}, past ${hook}`, advisory: 'CWE-285', target: 'node' };
        outcomes.push({ ...facts, outcome: isOpen ? 'succeeded' : 'refused' });
      }
    return outcomes;
  } finally {
    await server.stop();
    project.remove();
  }
}
