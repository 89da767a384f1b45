import { projectOptions } from '../../../test/support/project-options.ts';
import { helperFunctions } from './context-code.ts';
import { Dice } from './dice.ts';
import { listCode } from './list-code.ts';
import { pluginCode, providerCode, type PartCode } from './part-code.ts';
import type { ServerPlan } from './server-plan.ts';
import { toolCodes, type ToolCode } from './tool-code.ts';

type Files = Readonly<Record<string, string>>;

const sdkNames = 'inject, InternalMcpError, PublicMcpError, Tool, tool, ToolContext';

/** All files of a generated project, by path. */
export function makeServer(plan: ServerPlan): Files {
  const dice = new Dice(plan.seed);
  const tools = toolCodes(plan, dice);
  const providers = providerCode(plan);
  const plugins = pluginCode(plan);
  return {
    'package.json': JSON.stringify({
      name: 'generated',
      version: '1.0.0',
      type: 'module',
      dependencies: { '@service/sdk': '0.1.0', zod: '4.6.7' },
    }),
    'tsconfig.json': tsconfigOf(plan),
    'src/extra.ts': extraModule,
    // The build stands above, the run in its own folder.
    'limit.txt': '4',
    'run/limit.txt': '6',
    ...(providers.module === '' ? {} : { 'src/providers.ts': providers.module }),
    ...(plugins.module === '' ? {} : { 'src/plugins.ts': plugins.module }),
    ...plugins.files,
    ...shapesModule(tools),
    ...toolModules(plan, tools),
    'src/main.ts': mainModule(plan, tools, { providers, plugins }),
  };
}

function tsconfigOf({ decorators }: ServerPlan): string {
  const compilerOptions = { ...projectOptions, ...(decorators === 'experimental' ? { experimentalDecorators: true } : {}) };
  return JSON.stringify({ compilerOptions, include: ['src'] });
}

const extraModule = `import { prompt, resource, resourceTemplate, tool } from '@service/sdk';
import { z } from 'zod';
export const extra = (name: string) =>
  tool({ name, description: \`Made as \${name}.\`, inputSchema: { value: z.string().max(9).optional() } })(({ value }, ctx) => {
    ctx.notify(\`extra \${name}\`);
    ctx.progress(1, 1);
    return \`\${name} \${value ?? 'nothing'}\`;
  });
const note = resource({ name: 'note', uri: 'note://one', description: 'A note.', mimeType: 'text/plain' })(() => 'the note');
const data = resource({ name: 'data', uri: 'data://all', description: 'Data.', mimeType: 'application/json' })((_uri, ctx) => {
  ctx.logger.info('read');
  return { values: [1, 2, 3] };
});
const broken = resource({ name: 'broken', uri: 'note://broken', description: 'Fails.' })(() => {
  throw new Error('unreadable');
});
const item = resourceTemplate({ name: 'item', uriTemplate: 'item://{id}', description: 'An item.' })((uri, { id }) => \`\${uri} is \${id}\`);
const greet = prompt({ name: 'greet', description: 'Greets.', arguments: [{ name: 'who', description: 'Whom.', required: true }, { name: 'tone', description: 'How.' }] })(
  ({ who, tone }) => \`Greet \${who} \${tone ?? 'plainly'}\`,
);
const many = prompt({ name: 'many', description: 'Several messages.' })(() => ({
  messages: [{ role: 'user' as const, content: { type: 'text' as const, text: 'one' } }, { role: 'assistant' as const, content: { type: 'text' as const, text: 'two' } }],
}));
export const resources = [note, data, broken, item];
export const prompts = [greet, many];
`;

const shapesModule = (tools: readonly ToolCode[]): Files => {
  const members = tools.flatMap(({ shape }) => (shape === undefined ? [] : [shape]));
  return members.length === 0 ? {} : { 'src/shapes.ts': `import { z } from 'zod';\nexport const shapes = {\n${members.join('\n')}\n};\n` };
};

/** What a module of tools begins with. */
function headOf(plan: ServerPlan, tools: readonly ToolCode[]): string {
  const helper =
    plan.context === 'helper-module'
      ? `import { helpWith, reportTo } from './helpers.ts';`
      : plan.context === 'helper'
        ? helperFunctions.replaceAll('export ', '')
        : '';
  return [
    `import { ${sdkNames} } from '@service/sdk';`,
    `import { z } from 'zod';`,
    ...(plan.schemas === 'file' ? [`import { readFileSync } from 'node:fs';`] : []),
    ...(plan.providers === 'none' ? [] : [`import { counterToken } from './providers.ts';`]),
    ...(tools.some(({ shape }) => shape !== undefined) ? [`import { shapes } from './shapes.ts';`] : []),
    helper,
    'class OwnError extends Error {}',
  ].join('\n');
}

/** The modules that declare tools, as the plan lays them out. */
function toolModules(plan: ServerPlan, tools: readonly ToolCode[]): Files {
  const text = (some: readonly ToolCode[]): string => [headOf(plan, some), ...some.map((one) => one.text)].join('\n\n');
  const helpers: Files =
    plan.context === 'helper-module' ? { 'src/helpers.ts': `import { ToolContext } from '@service/sdk';\n${helperFunctions}` } : {};
  const half = 2;
  const [first, second] = [tools.slice(0, half), tools.slice(half)];
  switch (plan.modules) {
    case 'single':
    case 'namespace':
      return { ...helpers, 'src/tools.ts': text(tools) };
    case 'split':
      return { ...helpers, 'src/first.ts': text(first), 'src/second.ts': text(second) };
    case 'barrel':
      return {
        ...helpers,
        'src/first.ts': text(first),
        'src/second.ts': text(second),
        'src/index.ts': `export * from './first.ts';\nexport * from './second.ts';\n`,
      };
    case 'default-export':
      return { ...helpers, 'src/tools.ts': `${text(tools)}\nexport default { ${tools.map(({ symbol }) => symbol).join(', ')} };` };
    case 'renamed':
      return {
        ...helpers,
        'src/tools.ts': text(tools),
        'src/index.ts': `export { ${tools.map(({ symbol }) => `${symbol} as ${symbol}Renamed`).join(', ')} } from './tools.ts';\n`,
      };
  }
}

/** The imports of the tools into the server's module, and what they are called there. */
function importedTools(
  { modules }: ServerPlan,
  tools: readonly ToolCode[],
): { readonly imports: string; readonly symbols: readonly string[] } {
  const symbols = tools.map(({ symbol }) => symbol);
  const named = (some: readonly string[], from: string): string => `import { ${some.join(', ')} } from '${from}';`;
  switch (modules) {
    case 'single':
      return { imports: named(symbols, './tools.ts'), symbols };
    case 'split':
      return { imports: `${named(symbols.slice(0, 2), './first.ts')}\n${named(symbols.slice(2), './second.ts')}`, symbols };
    case 'barrel':
      return { imports: named(symbols, './index.ts'), symbols };
    case 'namespace':
      return { imports: `import * as all from './tools.ts';\nconst { ${symbols.join(', ')} } = all;`, symbols };
    case 'default-export':
      return { imports: `import tools from './tools.ts';\nconst { ${symbols.join(', ')} } = tools;`, symbols };
    case 'renamed':
      return {
        imports: `import { ${symbols.map((one) => `${one}Renamed`).join(', ')} } from './index.ts';`,
        symbols: symbols.map((one) => `${one}Renamed`),
      };
  }
}

function mainModule(
  plan: ServerPlan,
  tools: readonly ToolCode[],
  { plugins, providers }: { providers: PartCode; plugins: PartCode },
): string {
  const { imports, symbols } = importedTools(plan, tools);
  const { before, expression } = listCode(plan, symbols);
  const lists = `tools: ${expression}, resources, prompts`;
  const ofPlugins = plugins.items === '' ? '' : `plugins: [${plugins.items}],`;
  const ofProviders = providers.items === '' ? '' : `providers: [${providers.items}],`;
  const inApp = plan.owner !== 'server';
  const appPlugins = plan.plugins === 'app-called' && inApp;
  const appOptions = `name: 'part', ${lists}, ${ofProviders} ${appPlugins ? ofPlugins : ''}`;
  const app =
    plan.owner === 'server'
      ? ''
      : plan.owner === 'app-builder'
        ? `const Part = app({ id: 'part', ${appOptions} });`
        : `@App({ ${appOptions} })\nclass Part {}`;
  const own = plan.owner === 'both' ? `tools: [extra('of-the-server')],` : '';
  return `import { App, app, Service } from '@service/sdk';
import { extra, prompts, resources } from './extra.ts';
${imports}
${plugins.imports.length === 0 ? '' : `import { ${plugins.imports.join(', ')} } from './plugins.ts';`}
${providers.imports.length === 0 ? '' : `import { ${providers.imports.join(', ')} } from './providers.ts';`}
${before}
${app}
@Service({
  info: { name: 'generated', version: ${plan.environment === 'info' ? "process.env['FIDELITY_MODE'] === 'full' ? '2.0.0' : '1.0.0'" : "'1.0.0'"} },
  ${plan.environment === 'instructions' ? "instructions: `In ${process.env['FIDELITY_MODE'] ?? 'no'} mode.`," : ''}
  ${inApp ? `apps: [Part], ${own} ${appPlugins ? '' : ofPlugins}` : `${lists}, ${ofProviders} ${ofPlugins}`}
  ${plan.environment === 'auth' ? "auth: process.env.NODE_ENV === 'production' ? { mode: 'static', tokensEnv: 'FIDELITY_KEYS' } : undefined," : ''}
})
export default class Server {}
`;
}
