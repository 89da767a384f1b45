import type { AvailableWhen, EntryModel, Json, JsonObject, JsonSchema, ServerModel, ToolModel } from '@service/sdk/model';
import { sha256 } from '../8-write/sha256.ts';

/** What clients can rely on, as every build writes it to `contract.json`. Lists keep registration order. */
export interface Contract {
  readonly contractVersion: 1;
  /** Of everything below except the server's version: equal hashes, equal contracts. */
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
}

/** What all entries have. */
export interface ContractEntry {
  /** As clients call it. */
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  /** Where it can be used, when not everywhere. */
  readonly availableWhen?: AvailableWhen;
  /** What a caller must be allowed to do. */
  readonly authorities?: Json;
  /** Of this entry without its texts: equal hashes need no change of a client. */
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

/** The contract of a server; equal models give equal bytes. */
export function contractOf(model: ServerModel): Contract {
  const { info, instructions } = model;
  const server = given({
    name: info.name,
    version: info.version,
    title: info.title,
    description: info.description,
    instructions,
  });
  const rest = {
    tools: model.tools.flatMap((tool) => toolOf(tool)),
    resources: model.resources.map((entry) => withHash(entry, given({ uri: entry.uri, mimeType: entry.mimeType }))),
    resourceTemplates: model.resourceTemplates.map((entry) =>
      withHash(entry, given({ uriTemplate: entry.uriTemplate, mimeType: entry.mimeType })),
    ),
    prompts: model.prompts.map((entry) => withHash(entry, { arguments: entry.arguments })),
    skills: (model.skills ?? [])
      .filter((skill) => skill.hidden !== true)
      .map(({ name, path, frontmatter: { description } }) =>
        given({ name, path, description: typeof description === 'string' ? description : undefined }),
      ),
  };
  return { contractVersion: 1, hash: hashOf([{ ...server, version: '' }, rest]), server, ...rest };
}

/** The file that a build writes. */
export const printContract = (contract: Contract): string => `${JSON.stringify(contract, undefined, 2)}\n`;

function toolOf(tool: ToolModel): readonly ContractTool[] {
  const { visibility, inputSchema, outputSchema, annotations, taskSupport } = tool;
  if (visibility === 'internal') return [];
  return [withHash(tool, { visibility, ...given({ inputSchema, outputSchema, annotations, taskSupport }), inputSchema })];
}

function withHash<Own extends object>(entry: EntryModel, own: Own): ContractEntry & Own {
  const { authorities, availableWhen, description, listedName, title } = entry;
  const rules = given({ availableWhen, authorities });
  const hash = hashOf([listedName, rules, withoutTexts(own)]);
  return { name: listedName, ...given({ title, description }), ...own, ...jsonOf(rules), hash };
}

/** Drops keys without a value, so that they are absent from the file. */
function given<Value extends object>(value: Value): Value {
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as Value;
}

/** Readonly lists of the model, widened to JSON. */
const jsonOf = <Value extends object>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value;

/** Texts for people and models, which no program depends on. */
const textKeys: ReadonlySet<string> = new Set(['title', 'description', 'examples', '$comment']);

/** A copy without texts; a property that is merely called `title` stays. */
function withoutTexts(value: unknown, ofProperties = false): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutTexts(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => ofProperties || !textKeys.has(key))
      .map(([key, item]) => [key, withoutTexts(item, !ofProperties && ['properties', '$defs', 'patternProperties'].includes(key))]),
  );
}

/** Of JSON, whatever the order of its keys. */
const hashOf = (value: unknown): string =>
  sha256(
    JSON.stringify(value, (_key, item: unknown) =>
      typeof item === 'object' && item !== null && !Array.isArray(item)
        ? Object.fromEntries(Object.entries(item).toSorted(([a], [b]) => (a < b ? -1 : 1)))
        : item,
    ),
  );
