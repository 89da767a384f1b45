import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readUriTemplate, type JsonSchema } from '@service/sdk/model';
import { markedArguments, parameterHeaderProblems, type Contract, type ContractTool } from '../../compiler/contract/index.ts';
import { bundleOwn } from '../../compiler/index.ts';
import { commentLines, propertyName, templatePart, valueExpression } from '../../escape/javascript.ts';
import { templateFolder } from '../scaffold/copy-template.ts';
import { printDoc, printLiteral, printType } from './print-type.ts';

export interface ClientFile {
  readonly name: string;
  readonly text: string;
}

const about =
  '/* A client without dependencies for browsers, Node and workers: fetch is all it needs. Written by `service generate client`. */';

/** The program, which is the same for all servers: the one client of MCP behind members for each entry. */
export async function clientProgram(): Promise<ClientFile> {
  const text = await bundleOwn(join(templateFolder('client'), 'client.mjs'), { banner: about, external: ['./contract.mjs'] });
  return { name: 'client.mjs', text };
}

/** What stands beside the program: its types, and what this server has as data and as types. */
export const clientFiles = (contract: Contract): readonly ClientFile[] => [
  { name: 'client.d.mts', text: readFileSync(join(templateFolder('client'), 'client.d.mts'), 'utf8') },
  { name: 'contract.mjs', text: printFacts(contract) },
  { name: 'contract.d.mts', text: printTypes(contract) },
];

const head = (contract: Contract): string =>
  `/* Written by \`service generate client\` from the contract of ${commentLines(contract.server.name).join(' ')}; run it again after a change. */`;

/** What the program needs to know: which results are structured, and which arguments are repeated in headers. */
function printFacts(contract: Contract): string {
  const tools = contract.tools.map(({ name, inputSchema, outputSchema }) => {
    const headers = markedArguments(inputSchema).map(({ header, path }) => ({ header, path: [...path] }));
    return [name, { structured: outputSchema !== undefined, ...(headers.length > 0 ? { headers } : {}) }] as const;
  });
  const facts = {
    server: { name: contract.server.name, version: contract.server.version },
    hash: contract.hash,
    tools: Object.fromEntries(tools),
  };
  return `${head(contract)}\nexport const contract = ${valueExpression(facts, 2)};\n`;
}

function printTypes(contract: Contract): string {
  const declarations: string[] = [];
  const typed = (schema: JsonSchema, name: string): string => {
    const printed = printType(schema, name, '    ');
    declarations.push(...printed.declarations);
    return printed.type;
  };
  const tools = contract.tools.flatMap((tool, index) => [
    ...printDoc(tool.description, '  '),
    `  readonly ${propertyName(tool.name)}: {`,
    `    readonly input: ${typed(tool.inputSchema, `Input${index}`)};`,
    `    readonly output: ${printOutput(tool, (schema) => typed(schema, `Output${index}`))};`,
    '  };',
  ]);
  const prompts = contract.prompts.flatMap((prompt) => {
    const fields = prompt.arguments.flatMap((argument) => [
      ...printDoc(argument.description, '    '),
      `    readonly ${propertyName(argument.name)}${argument.required === true ? '' : '?'}: string;`,
    ]);
    const type = fields.length === 0 ? ['Record<string, never>;'] : ['{', ...fields, '  };'];
    return [...printDoc(prompt.description, '  '), `  readonly ${propertyName(prompt.name)}: ${type.join('\n')}`];
  });
  return [
    head(contract),
    '/** Arguments and structured results by tool. */',
    'export interface Tools {',
    ...tools,
    '}',
    '',
    '/** Arguments by prompt. */',
    'export interface Prompts {',
    ...prompts,
    '}',
    '',
    `export type ResourceUri = ${printUris(contract)};`,
    ...(declarations.length > 0 ? ['', ...declarations] : []),
    '',
    'export declare const contract: {',
    '  readonly server: { readonly name: string; readonly version: string };',
    '  readonly hash: string;',
    '  readonly tools: { readonly [Name in keyof Tools]: { readonly structured: boolean } };',
    '};',
    '',
  ].join('\n');
}

const printOutput = ({ outputSchema }: ContractTool, typed: (schema: JsonSchema) => string): string =>
  outputSchema === undefined ? 'undefined' : typed(outputSchema);

/** Fixed addresses literally, templates with a hole where a variable stands. */
function printUris({ resources, resourceTemplates }: Contract): string {
  const fixed = resources.map(({ uri }) => printLiteral(uri));
  const open = resourceTemplates.map(({ uriTemplate }) => {
    const read = readUriTemplate(uriTemplate);
    if ('problem' in read) return 'string';
    return `\`${read.parts.map((part) => ('literal' in part ? templatePart(part.literal) : '${string}')).join('')}\``;
  });
  return [...fixed, ...open].join(' | ') || 'string';
}

interface UnusableTool {
  readonly name: string;
  /** Which argument is marked wrongly, and how. */
  readonly reason: string;
}

/** Separates tools whose arguments are marked wrongly with `x-mcp-header`: a client must not offer them (SEP-2243). */
export function usableTools(contract: Contract): { readonly contract: Contract; readonly unusable: readonly UnusableTool[] } {
  const unusable = contract.tools.flatMap(({ name, inputSchema }) => {
    const [first] = parameterHeaderProblems(inputSchema);
    return first === undefined ? [] : [{ name, reason: `x-mcp-header of \`${first.parameter}\`: ${first.problem}` }];
  });
  const names = new Set(unusable.map(({ name }) => name));
  return { contract: { ...contract, tools: contract.tools.filter(({ name }) => !names.has(name)) }, unusable };
}
