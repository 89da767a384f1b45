import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Toolbox } from '../../packing/scaffold.ts';

/** A generated project: `framework` declares its handlers as tools, `plain` holds the same schemas and handlers without the framework. */
export type ScaleStyle = 'framework' | 'plain';

export interface ScaleFile {
  readonly path: string;
  readonly contents: string;
}

/** The fields that vary from handler to handler, so that no two files are the same to a type checker's caches. */
const fields = [
  { name: 'city', schema: "z.string().min(1).describe('Name of the city')", type: 'string' },
  { name: 'amount', schema: "z.number().min(0).describe('Amount in units')", type: 'number' },
  { name: 'exact', schema: "z.boolean().describe('Whether rounding is forbidden')", type: 'boolean' },
  { name: 'unit', schema: "z.enum(['metric', 'imperial']).describe('System of units')", type: "'metric' | 'imperial'" },
  { name: 'tags', schema: "z.array(z.string()).describe('Labels to keep')", type: 'string[]' },
  {
    name: 'range',
    schema: "z.object({ from: z.number(), to: z.number() }).describe('Closed range')",
    type: '{ from: number; to: number }',
  },
] as const;

const number = (index: number): string => String(index + 1).padStart(3, '0');
const fieldsOf = (index: number): readonly (typeof fields)[number][] =>
  [0, 1, 2].map((offset) => fields[(index + offset * (1 + (index % 2))) % fields.length]).filter((field) => field !== undefined);

/** Prints a project of `count` handlers; every second one is a class, the others are functions. */
export function printScale(style: ScaleStyle, count: number): ScaleFile[] {
  const indexes = Array.from({ length: count }, (_, index) => index);
  return [
    { path: 'package.json', contents: `${JSON.stringify(manifest(style), null, 2)}\n` },
    { path: 'tsconfig.json', contents: `${JSON.stringify(compilerSettings, null, 2)}\n` },
    ...(style === 'framework' ? [{ path: 'service.config.ts', contents: config }] : []),
    { path: 'src/main.ts', contents: main(style, indexes) },
    ...indexes.map((index) => ({
      path: `src/handlers/handler-${number(index)}.ts`,
      contents: index % 2 === 0 ? classHandler(style, index) : functionHandler(style, index),
    })),
  ];
}

const manifest = (style: ScaleStyle): object => ({
  name: `scale-${style}`,
  version: '1.0.0',
  private: true,
  type: 'module',
  dependencies: { ...(style === 'framework' ? { '@service/sdk': '0.1.0' } : {}), zod: '4.6.7' },
});

const compilerSettings = {
  compilerOptions: {
    target: 'es2022',
    lib: ['es2023'],
    module: 'nodenext',
    moduleResolution: 'nodenext',
    types: [],
    strict: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    noEmit: true,
  },
  include: ['src'],
};

const config = `export default { name: 'scale', entry: 'src/main.ts', deployments: [{ target: 'node' }] };\n`;

const inputSchema = (index: number): string =>
  `{\n${fieldsOf(index)
    .map(({ name, schema }) => `  ${name}: ${schema},`)
    .join('\n')}\n}`;
const inputType = (index: number): string =>
  `{ ${fieldsOf(index)
    .map(({ name, type }) => `${name}: ${type}`)
    .join('; ')} }`;
const outputSchema = '{\n  label: z.string(),\n  score: z.number(),\n}';
const body = (index: number): string => {
  const [first, second, third] = fieldsOf(index).map(({ name }) => name);
  return `return { label: \`\${JSON.stringify(input.${first})}/\${JSON.stringify(input.${second})}\`, score: JSON.stringify(input.${third}).length * ${index + 1} };`;
};

function classHandler(style: ScaleStyle, index: number): string {
  const id = number(index);
  const framework = style === 'framework';
  return [
    ...(framework ? ["import { Tool, ToolContext } from '@service/sdk';"] : []),
    "import { z } from 'zod';",
    '',
    `const inputSchema = ${inputSchema(index)};`,
    `const outputSchema = ${outputSchema};`,
    '',
    framework
      ? `@Tool({ name: 'handler_${id}', description: 'Handler ${id}', inputSchema, outputSchema })`
      : `export const about${id} = { name: 'handler_${id}', description: 'Handler ${id}', inputSchema: z.object(inputSchema), outputSchema: z.object(outputSchema) };`,
    `export class Handler${id}${framework ? ' extends ToolContext' : ''} {`,
    `  execute(input: ${inputType(index)}): { label: string; score: number } {`,
    `    ${body(index)}`,
    '  }',
    '}',
    '',
  ].join('\n');
}

function functionHandler(style: ScaleStyle, index: number): string {
  const id = number(index);
  const framework = style === 'framework';
  return [
    ...(framework ? ["import { tool } from '@service/sdk';"] : []),
    "import { z } from 'zod';",
    '',
    `const inputSchema = ${framework ? inputSchema(index) : `z.object(${inputSchema(index)})`};`,
    `const outputSchema = ${framework ? outputSchema : `z.object(${outputSchema})`};`,
    '',
    framework
      ? `export const handler${id} = tool({ name: 'handler_${id}', description: 'Handler ${id}', inputSchema, outputSchema })((input) => {`
      : `export const about${id} = { name: 'handler_${id}', description: 'Handler ${id}', inputSchema, outputSchema };\n\nexport const handler${id} = (input: z.infer<typeof inputSchema>): z.infer<typeof outputSchema> => {`,
    `  ${body(index)}`,
    framework ? '});' : '};',
    '',
  ].join('\n');
}

function main(style: ScaleStyle, indexes: readonly number[]): string {
  const names = indexes.map((index) => ({
    file: `./handlers/handler-${number(index)}.ts`,
    name: index % 2 === 0 ? `Handler${number(index)}` : `handler${number(index)}`,
  }));
  const imports = names.map(({ file, name }) => `import { ${name} } from '${file}';`);
  const list = `[\n${names.map(({ name }) => `  ${name},`).join('\n')}\n]`;
  if (style === 'plain') return `${imports.join('\n')}\n\nexport const handlers = ${list};\n`;
  return [
    "import { App, Service } from '@service/sdk';",
    ...imports,
    '',
    `@App({ name: 'scale', tools: ${list} })`,
    'class ScaleApp {}',
    '',
    "@Service({ info: { name: 'scale', version: '1.0.0' }, apps: [ScaleApp] })",
    'export class ScaleServer {}',
    '',
  ].join('\n');
}

/** Writes a generated project, replacing its sources. */
export function writeScale(folder: string, style: ScaleStyle, count: number): void {
  rmSync(join(folder, 'src'), { recursive: true, force: true });
  for (const { path, contents } of printScale(style, count)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), contents);
  }
}

const zod = resolve(import.meta.dirname, '../../../node_modules/zod');

/** A generated project beside the installed packages: Node's lookup then finds the packed SDK, and zod from this repository. */
export function writeScaleBeside(toolbox: Toolbox, style: ScaleStyle, count: number): string {
  const project = join(toolbox.folder, 'tool', `scale-${style}-${count}`);
  mkdirSync(project, { recursive: true });
  writeScale(project, style, count);
  mkdirSync(join(project, 'node_modules'), { recursive: true });
  symlinkSync(zod, join(project, 'node_modules/zod'), 'dir');
  return project;
}
