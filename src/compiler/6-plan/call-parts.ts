import { isPaged } from '@service/sdk/model';
import type { PromptModel, ResourceTemplateModel, ServerModel } from '@service/sdk/model';

/** What the plan knows beside the model. */
interface Known {
  /** Names that entries take from their context objects; undefined when it could be any. */
  readonly members: readonly string[] | undefined;
  /** Which schemas are tables: `input tool "add"`. */
  readonly tables: ReadonlySet<string>;
}

export const noTables: Known['tables'] = new Set();

interface PartRow {
  /** An export of `@service/sdk/assembly/parts`. */
  readonly name: string;
  when(server: ServerModel, takes: (...members: readonly string[]) => boolean, tables: Known['tables']): boolean;
}

/** Whether every schema of a tool is a table; tools are told apart by name. */
function areTables({ tools, adapters }: ServerModel, tables: Known['tables']): boolean {
  const names = new Set(tools.map(({ name }) => name));
  if (adapters.length > 0 || names.size < tools.length) return false;
  return tools.every(
    ({ name, inputKind, output: { kind } }) =>
      (inputKind === 'none' || inputKind === 'raw' || tables.has(`input tool "${name}"`)) &&
      (kind === 'any' || kind === 'content' || tables.has(`output tool "${name}"`)),
  );
}

const listsOf = ({ prompts, resources, resourceTemplates, tools }: ServerModel) => [tools, resources, resourceTemplates, prompts];

const completes = ({ completes: names = [] }: PromptModel | ResourceTemplateModel): boolean => names.length > 0;

/** What of a call's code a server needs, by what its entries are and what their code asks of its context. */
const partRows: readonly PartRow[] = [
  { name: 'createUriMatcher', when: ({ resourceTemplates }) => resourceTemplates.length > 0 },
  {
    name: 'shapeContent',
    when: ({ tools }) => tools.some(({ output: { kind } }) => kind !== 'any' && kind !== 'object' && kind !== 'array'),
  },
  {
    name: 'judgeNonFinite',
    when: ({ options, tools }) =>
      options.live.includes('output.allowNonFinite') ||
      tools.some(({ nonFinite, output: { kind } }) => nonFinite === true && kind !== 'any'),
  },
  {
    name: 'createRequestRecord',
    // Hooks of plugins are told the session; credentials are kept for it.
    when: ({ plugins }, takes) =>
      plugins.length > 0 ||
      takes('context', 'tryGetContext', 'runId', 'mark', 'fetch', 'credentials', 'secureStore', 'orchestration', 'authProviders'),
  },
  {
    name: 'createChangeBus',
    // Credentials of people change while the server runs.
    when: ({ options }, takes) =>
      options.rest['auth'] !== undefined ||
      takes('notifyUpdated', 'notifyResourceUpdated', 'notifyResourceListChanged', 'notifyToolListChanged', 'notifyPromptListChanged'),
  },
  {
    name: 'prepareCall',
    when: ({ providers }) => providers.some(({ form, scope }) => scope === 'context' && form === 'factory'),
  },
  { name: 'runCompleter', when: ({ prompts, resourceTemplates }) => [...prompts, ...resourceTemplates].some(completes) },
  {
    name: 'guessMediaType',
    when: ({ resources, resourceTemplates }) => [...resources, ...resourceTemplates].some(({ mimeType }) => mimeType === undefined),
  },
  {
    name: 'limitCapabilities',
    when: ({ plugins }, takes) =>
      plugins.length > 0 || takes('clientCan', 'clientCapabilities', 'elicit', 'sample', 'listRoots', 'callTool', 'get', 'tryGet'),
  },
  {
    name: 'pageOf',
    when: (server) => listsOf(server).some(({ length }) => length > 1 && isPaged(length, server.options.pagination.tools)),
  },
  {
    name: 'refusalOf',
    when: (server) =>
      listsOf(server)
        .flat()
        .some(({ availableWhen }) => availableWhen !== undefined),
  },
  { name: 'checkRaw', when: ({ tools }) => tools.some(({ inputKind }) => inputKind === 'raw') },
  // What a schema library's own objects and records of them take.
  { name: 'parseWith', when: (server, _takes, tables) => !areTables(server, tables) },
  { name: 'callInner', when: (_server, takes) => takes('callTool') },
];

/** Names of the parts that the constants bring. */
export function planCallParts(server: ServerModel, { members, tables }: Known): readonly string[] {
  const takes = (...names: readonly string[]): boolean => members === undefined || names.some((name) => members.includes(name));
  return partRows.filter((row) => row.when(server, takes, tables)).map(({ name }) => name);
}
