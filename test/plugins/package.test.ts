/* A plugin of a package that ships its sources, installed as npm installs it: a folder of files, no link into a checkout. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { callTool, pluginProject } from './plugin-project.ts';

/** Beside the main module: the project's own `node_modules` is a link to ours. */
const folder = 'src/node_modules/shout-plugin';
const files: Readonly<Record<string, string>> = {
  [`${folder}/package.json`]: JSON.stringify({
    name: 'shout-plugin',
    version: '1.0.0',
    type: 'module',
    exports: { '.': { 'service-source': './src/index.ts' } },
  }),
  [`${folder}/src/words.ts`]: `export const loud = 'LOUD';
export interface Word { readonly text: string }
`,
  // Enum members and exported types are what one file alone does not show.
  [`${folder}/src/index.ts`]: `import { DynamicPlugin, Plugin } from '@service/sdk';
import type { HookCall, Next, PluginHooks, ToolModel, ToolResult } from '@service/sdk';
import { loud, Word } from './words.js';
export { Word } from './words.js';
enum Volume { Loud = loud }

@Plugin({ name: 'shout' })
export class ShoutPlugin extends DynamicPlugin<Word> implements PluginHooks {
  async aroundToolCall(call: HookCall<ToolModel>, next: Next<ToolResult>): Promise<ToolResult> {
    const result = await next();
    return { ...result, _meta: { ...result._meta, shout: \`\${this.options.text} \${Volume.Loud}\` } };
  }
}
`,
};

const main = `import { Service, tool } from '@service/sdk';
import { ShoutPlugin } from 'shout-plugin';
const ping = tool({ name: 'ping', description: 'Answers pong.' })(() => 'pong');
@Service({ info: { name: 'packaged', version: '1.0.0' }, tools: [ping], plugins: [ShoutPlugin.init({ text: 'so' })] })
export class Server {}
`;

for (const bundler of ['esbuild', 'rollup'] as const)
  test(`[plugins.package] TypeScript that a package ships is compiled like the project's own, with ${bundler}`, async () => {
    const project = pluginProject('packaged', main);
    try {
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(dirname(join(project.root, path)), { recursive: true });
        writeFileSync(join(project.root, path), text);
      }
      const server = await project.start('node', { request: { build: { bundler } } });
      try {
        assert.is((await callTool(server, { name: 'ping' })).meta['shout'], 'so LOUD');
      } finally {
        await server.stop();
      }
    } finally {
      project.remove();
    }
  });

test.run();
