import { isRecord, ownMemberOf } from '../std/index.ts';
import type { Contract } from './contract.ts';

type Field = 'text' | 'text?' | 'schema' | 'schema?' | 'list';

/** Checked members of each entry of an untrusted contract; a member of another type could break printers or inject text. */
const entries: Readonly<Record<string, Readonly<Record<string, Field>>>> = {
  tools: { name: 'text', description: 'text?', inputSchema: 'schema', outputSchema: 'schema?' },
  resources: { name: 'text', description: 'text?', uri: 'text' },
  resourceTemplates: { name: 'text', description: 'text?', uriTemplate: 'text' },
  prompts: { name: 'text', description: 'text?', arguments: 'list' },
  skills: { name: 'text', description: 'text?' },
};

/** Levels of a contract's lists, members and schemas; whoever prints or compares it calls itself for each. */
const maxDepth = 256;

/** The contract in a file's text; undefined for other text and other versions. */
export function readContract(text: string): Contract | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return !isTooDeep(value) && isContract(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** What a text that holds no contract does; it follows the name of its file. */
export function whyNoContract(text: string): string {
  try {
    if (isTooDeep(JSON.parse(text))) return `nests its schemas deeper than ${maxDepth} levels, which no contract does`;
  } catch {
    // Said below.
  }
  return 'holds no contract that this version understands';
}

/** Level by level: a text of a stranger must not decide how deep our calls go. */
function isTooDeep(value: unknown): boolean {
  let level = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxDepth) return true;
    level = level.flatMap((one): unknown[] => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  }
  return false;
}

function isContract(value: unknown): value is Contract {
  if (ownMemberOf(value, 'contractVersion') !== 1 || typeof ownMemberOf(value, 'hash') !== 'string') return false;
  const server = ownMemberOf(value, 'server');
  if (!hasFields(server, { name: 'text', version: 'text' })) return false;
  if (!Object.entries(entries).every(([list, fields]) => eachHas(ownMemberOf(value, list), fields))) return false;
  const prompts = ownMemberOf(value, 'prompts');
  return (
    Array.isArray(prompts) && prompts.every((prompt) => eachHas(ownMemberOf(prompt, 'arguments'), { name: 'text', description: 'text?' }))
  );
}

const eachHas = (list: unknown, fields: Readonly<Record<string, Field>>): boolean =>
  Array.isArray(list) && list.every((entry) => hasFields(entry, fields));

const hasFields = (entry: unknown, fields: Readonly<Record<string, Field>>): boolean =>
  Object.entries(fields).every(([name, field]) => fits(ownMemberOf(entry, name), field));

function fits(value: unknown, field: Field): boolean {
  if (value === undefined) return field.endsWith('?');
  if (field === 'list') return Array.isArray(value);
  return field.startsWith('text') ? typeof value === 'string' : isRecord(value);
}
