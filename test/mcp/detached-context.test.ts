/* Methods that are taken away from a context, in every way to run a server. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { answerTo, everyWay, startProject, writeProject } from '../support/ways-to-run.ts';

const test = suite('detached context');

const source = `import { Prompt, PromptContext, Resource, ResourceContext, Service, Tool, ToolContext, tool } from '@service/sdk';

const parameter = tool({ name: 'parameter', description: 'x', inputSchema: {} })((_input, { progress, mark, toolName: called }) => {
  mark('begun');
  return \`\${called} \${progress(1, 2)}\`;
});
const constant = tool({ name: 'constant', description: 'x', inputSchema: {} })((_input, ctx) => {
  const { notify, isPlatform: runsOn, logger: log, toolName } = ctx;
  log.debug('called');
  return \`\${toolName} \${notify('begun')} \${runsOn('plan9')}\`;
});
const fallback = (): boolean => true;
function run(_input: unknown, { progress = fallback, toolName = 'none', ...rest }: ToolContext) {
  return \`\${toolName} \${progress(1)} \${typeof rest}\`;
}
const named = tool({ name: 'named', description: 'x', inputSchema: {} })(run);
const callback = tool({ name: 'callback', description: 'x', inputSchema: {} })((_input, ctx) => ['a', 'b'].map(ctx.isEnv).join(' '));

@Tool({ name: 'alias', description: 'x', inputSchema: {} })
class Alias extends ToolContext {
  async execute() {
    const note = this.notify;
    const { tryGet, callTool: call } = this;
    return \`\${this.toolName} \${note('begun')} \${String(tryGet('nothing'))} \${String(await call('constant'))}\`;
  }
}

@Resource({ name: 'page', uri: 'x://page' })
class Page extends ResourceContext {
  execute() {
    const { notifyUpdated, uri } = this;
    notifyUpdated();
    return uri;
  }
}

@Prompt({ name: 'asks', description: 'x' })
class Asks extends PromptContext {
  execute() {
    const { isRuntime } = this;
    return \`\${isRuntime('none')}\`;
  }
}

@Service({ info: { name: 'detached', version: '1.0.0' }, tools: [parameter, constant, named, callback, Alias], resources: [Page], prompts: [Asks] })
export default class Server {}
`;

const expected: readonly (readonly [string, Record<string, unknown>, string])[] = [
  ['tools/call', { name: 'parameter', arguments: {} }, 'parameter false'],
  ['tools/call', { name: 'constant', arguments: {} }, 'constant false false'],
  ['tools/call', { name: 'named', arguments: {} }, 'named false object'],
  ['tools/call', { name: 'callback', arguments: {} }, 'false false'],
  ['tools/call', { name: 'alias', arguments: {} }, 'alias false undefined'],
  ['resources/read', { uri: 'x://page' }, 'x://page'],
  ['prompts/get', { name: 'asks' }, 'false'],
];

test('[context.detached] methods that are destructured, renamed, given a default or passed on keep their context', async () => {
  const project = writeProject({ 'src/main.ts': source });
  try {
    for (const way of everyWay) {
      const running = await startProject(project.root, way);
      try {
        for (const [method, params, text] of expected) assert.match(await answerTo(running.url, method, params), text, way);
      } finally {
        await running.stop();
      }
    }
  } finally {
    project.remove();
  }
});

test.run();
