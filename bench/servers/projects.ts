/** Files of the projects that are compiled for the run, by path. */
export type ProjectFiles = Readonly<Record<string, string>>;

const numbers = Array.from({ length: 50 }, (_, index) => index + 1);

const four = `{
  city: z.string().min(1).describe('Name of the city'),
  amount: z.number().min(0).describe('Amount in units'),
  exact: z.boolean().describe('Whether rounding is forbidden'),
  unit: z.enum(['metric', 'imperial']).describe('System of units'),
}`;

/** Ours: the 52 tools of `peers/tool-list.mjs`, without pages, so that a list holds all of them. */
export const ourProject = (build: { readonly minify?: boolean } = {}): ProjectFiles => ({
  'package.json': `${JSON.stringify({ name: 'bench', version: '1.0.0', private: true, type: 'module' })}\n`,
  'service.config.ts': `export default { name: 'bench', entry: 'src/main.ts', build: { esbuild: ${JSON.stringify(build)} }, deployments: [{ target: 'node' }, { target: 'worker' }] };\n`,
  'src/main.ts': [
    "import { Service, tool } from '@service/sdk';",
    "import { z } from 'zod';",
    "const add = tool({ name: 'add', description: 'Adds two numbers', inputSchema: { a: z.number().describe('First number'), b: z.number().describe('Second number') }, outputSchema: { sum: z.number() } })(({ a, b }) => ({ sum: a + b }));",
    "const echo = tool({ name: 'echo', description: 'Says what was said', inputSchema: { text: z.string().describe('What to say') }, outputSchema: 'string' })(({ text }) => text);",
    ...numbers.map(
      (number) =>
        `const tool${number} = tool({ name: 'tool_${number}', description: 'Does thing number ${number}', inputSchema: ${four}, outputSchema: 'string' })(({ city, amount }) => \`\${city}: \${amount * ${number}}\`);`,
    ),
    `@Service({ info: { name: 'bench', version: '1.0.0' }, pagination: { tools: { mode: false } }, http: { entryPath: '/mcp' }, tools: [add, echo, ${numbers.map((number) => `tool${number}`).join(', ')}] })`,
    'export class Bench {}',
    '',
  ].join('\n'),
});

/** The same for the framework whose compiler bundles the official SDK: a file a tool, and the port is compiled in. */
export const xmcpProject = (port: number): ProjectFiles => ({
  'package.json': `${JSON.stringify({ name: 'bench', version: '1.0.0', private: true, type: 'module' })}\n`,
  'tsconfig.json': JSON.stringify({
    compilerOptions: { target: 'es2022', module: 'esnext', moduleResolution: 'bundler', strict: true, skipLibCheck: true, noEmit: true },
    include: ['src', 'xmcp.config.ts'],
  }),
  'xmcp.config.ts': `export default { http: { port: ${port}, host: '127.0.0.1', endpoint: '/mcp' }, stdio: true, paths: { tools: 'src/tools', prompts: false, resources: false } };\n`,
  'src/tools/add.ts': [
    "import { z } from 'zod';",
    "export const schema = { a: z.number().describe('First number'), b: z.number().describe('Second number') };",
    'export const outputSchema = { sum: z.number() };',
    "export const metadata = { name: 'add', description: 'Adds two numbers' };",
    'export default function add({ a, b }: { a: number; b: number }) {',
    "  return { content: [{ type: 'text', text: JSON.stringify({ sum: a + b }) }], structuredContent: { sum: a + b } };",
    '}',
    '',
  ].join('\n'),
  'src/tools/echo.ts': [
    "import { z } from 'zod';",
    "export const schema = { text: z.string().describe('What to say') };",
    "export const metadata = { name: 'echo', description: 'Says what was said' };",
    'export default function echo({ text }: { text: string }) {',
    '  return text;',
    '}',
    '',
  ].join('\n'),
  ...Object.fromEntries(
    numbers.map((number) => [
      `src/tools/tool-${number}.ts`,
      [
        "import { z } from 'zod';",
        `export const schema = ${four};`,
        `export const metadata = { name: 'tool_${number}', description: 'Does thing number ${number}' };`,
        `export default function tool${number}({ city, amount }: { city: string; amount: number }) {`,
        `  return \`\${city}: \${amount * ${number}}\`;`,
        '}',
        '',
      ].join('\n'),
    ]),
  ),
});
