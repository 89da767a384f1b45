import type { AvailableWhen, Json, JsonObject, JsonSchema } from '../model/index.ts';
import { isRecord, ownMemberOf, isNestedDeeper } from '../std/index.ts';

/** The contract with clients, which every build writes to `contract.json`. Lists keep registration order. */
export interface Contract {
  readonly contractVersion: 1;
  /** Hash of everything below except the server's version: equal hashes, equal contracts. */
  readonly hash: string;
  readonly server: ContractServer;
  readonly tools: readonly ContractTool[];
  readonly resources: readonly ContractResource[];
  readonly resourceTemplates: readonly ContractTemplate[];
  readonly prompts: readonly ContractPrompt[];
  readonly skills: readonly ContractSkill[];
}

export interface ContractServer {
  readonly name: string;
  readonly version: string;
  readonly title?: string;
  readonly description?: string;
  readonly instructions?: string;
  readonly decidedAtStart?: readonly string[];
}

/** Members of all entries. */
export interface ContractEntry {
  /** Name for clients. */
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  /** Environments in which it exists; absent: all. */
  readonly availableWhen?: AvailableWhen;
  /** Access rules for callers. */
  readonly authorities?: Json;
  /** Members that each start decides by its time, by chance or by its machine; the contract says nothing of them. */
  readonly decidedAtStart?: readonly string[];
  /** Hash of this entry without its texts: equal hashes need no change of a client. */
  readonly hash: string;
}

export interface ContractTool extends ContractEntry {
  /** `hidden`: callable and not listed. Tools for the server's own use are not part of the contract. */
  readonly visibility: 'public' | 'hidden';
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
  readonly annotations?: JsonObject;
  readonly taskSupport?: 'required' | 'optional' | 'forbidden';
}

export interface ContractResource extends ContractEntry {
  readonly uri: string;
  readonly mimeType?: string;
}

export interface ContractTemplate extends ContractEntry {
  readonly uriTemplate: string;
  readonly mimeType?: string;
}

export interface ContractPrompt extends ContractEntry {
  readonly arguments: readonly {
    readonly name: string;
    readonly title?: string;
    readonly description?: string;
    readonly required?: boolean;
  }[];
}

interface ContractSkill {
  readonly name: string;
  readonly path: string;
  readonly description?: string;
}

type Field = 'text' | 'text?' | 'schema' | 'schema?' | 'list';

/** Checked members of each entry of an untrusted contract; a member of another type could break printers or inject text. */
const entries: Readonly<Record<string, Readonly<Record<string, Field>>>> = {
  tools: { name: 'text', description: 'text?', inputSchema: 'schema', outputSchema: 'schema?' },
  resources: { name: 'text', description: 'text?', uri: 'text' },
  resourceTemplates: { name: 'text', description: 'text?', uriTemplate: 'text' },
  prompts: { name: 'text', description: 'text?', arguments: 'list' },
  skills: { name: 'text', description: 'text?' },
};

/** Nested levels that a contract may have: printing and comparing are recursive. */
const maxDepth = 256;

/** The contract in a file's text; undefined for other text and other versions. */
export function readContract(text: string): Contract | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return !isNestedDeeper(value, maxDepth) && isContract(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** What a text that holds no contract does; it follows the name of its file. */
export function whyNoContract(text: string): string {
  try {
    if (isNestedDeeper(JSON.parse(text), maxDepth)) return `nests its schemas deeper than ${maxDepth} levels, which no contract does`;
  } catch {
    // Said below.
  }
  return 'holds no contract that this version understands';
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
