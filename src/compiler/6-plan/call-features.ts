import { declaredAuths, isPaged, type EntryModel, type ServerModel } from '@service/sdk/model';
import { type FeatureRule, type FeatureRules, fromOpenList, type PlanContext } from './feature-rule.ts';

type When = (server: ServerModel, context: PlanContext) => string | undefined;

/** A feature of calls. Entries that the build has not seen may need any of them. */
const ofEntries = (when: When): FeatureRule => ({
  when: ({ server }, context) =>
    context.dynamicOptions === undefined
      ? (fromOpenList(context) ?? when(server, context))
      : 'entries may be decided where the server runs',
});

/** Why a feature is needed that serves members of the context objects of entries. */
function takenBy({ contextMembers }: PlanContext, members: readonly string[]): string | undefined {
  if (contextMembers === undefined) return 'an entry may use any member of its context';
  const taken = members.find((member) => contextMembers.includes(member));
  return taken === undefined ? undefined : `an entry uses "${taken}" of its context`;
}

/** Members of context objects. */
const membersServedBy = {
  // Credentials are kept for the session of a request.
  request: ['context', 'tryGetContext', 'runId', 'mark', 'fetch', 'credentials', 'secureStore', 'orchestration', 'authProviders'],
  client: ['clientCan', 'clientCapabilities', 'elicit', 'sample', 'listRoots', 'callTool', 'get', 'tryGet'],
  notices: ['notifyUpdated', 'notifyResourceUpdated', 'notifyResourceListChanged', 'notifyToolListChanged', 'notifyPromptListChanged'],
};

const hasPlugins = ({ plugins }: ServerModel): string | undefined =>
  plugins.length > 0 ? 'hooks of plugins are told of calls' : undefined;

const listsOf = ({ prompts, resources, resourceTemplates, tools }: ServerModel) => [tools, resources, resourceTemplates, prompts];
const entriesOf = (server: ServerModel): readonly EntryModel[] => listsOf(server).flat();

const because = (entry: EntryModel | undefined, reason: string): string | undefined =>
  entry === undefined ? undefined : `${entry.kind} ${entry.listedName} ${reason}`;

/** Whether every schema of a tool is a table; tools are told apart by name. */
function areTables({ adapters, tools }: ServerModel, tables: ReadonlySet<string>): boolean {
  const names = new Set(tools.map(({ name }) => name));
  if (adapters.length > 0 || names.size < tools.length) return false;
  return tools.every(
    ({ name, inputKind, output: { kind } }) =>
      (inputKind === 'none' || inputKind === 'raw' || tables.has(`input tool "${name}"`)) &&
      (kind === 'any' || kind === 'content' || tables.has(`output tool "${name}"`)),
  );
}

/** What entries and their calls need, by what they are and what their code uses of its context. */
export const callRules = {
  'awaited-providers': ofEntries(({ providers }) =>
    providers.some(({ form, scope }) => scope === 'context' && form === 'factory') ? 'a provider of a call may be asynchronous' : undefined,
  ),
  'resource-templates': ofEntries(({ resourceTemplates: [template] }) => because(template, 'is a template')),
  'media-types': ofEntries(({ resources, resourceTemplates }) =>
    because(
      [...resources, ...resourceTemplates].find(({ mimeType }) => mimeType === undefined),
      'says no media type',
    ),
  ),
  'library-schemas': ofEntries((server, { tables = new Set() }) =>
    areTables(server, tables) ? undefined : 'a schema of a tool runs as it is written',
  ),
  'open-schemas': {
    when: (_model, { opensSchemas, dynamicOptions }) =>
      opensSchemas === true && dynamicOptions === undefined ? 'the sources do not decide every schema' : undefined,
  },
  'raw-schemas': ofEntries(({ tools }) =>
    because(
      tools.find(({ inputKind }) => inputKind === 'raw'),
      'has a raw JSON Schema',
    ),
  ),
  'content-results': ofEntries(({ tools }) =>
    because(
      tools.find(({ output: { kind } }) => kind !== 'any' && kind !== 'object' && kind !== 'array'),
      'returns content or a plain value',
    ),
  ),
  'non-finite-numbers': ofEntries(({ options, tools }) =>
    options.live.includes('output.allowNonFinite')
      ? 'output.allowNonFinite is decided where the server runs'
      : because(
          tools.find(({ nonFinite, output: { kind } }) => nonFinite === true && kind !== 'any'),
          'may return NaN or Infinity',
        ),
  ),
  'request-context': ofEntries((_server, context) => takenBy(context, membersServedBy.request)),
  'client-capabilities': ofEntries((server, context) => hasPlugins(server) ?? takenBy(context, membersServedBy.client)),
  'inner-calls': ofEntries((_server, context) => takenBy(context, ['callTool'])),
  'change-notices': ofEntries((server, context) =>
    declaredAuths(server).length === 0 ? takenBy(context, membersServedBy.notices) : 'credentials of people change while the server runs',
  ),
  completers: ofEntries(({ prompts, resourceTemplates }) =>
    because(
      [...prompts, ...resourceTemplates].find(({ completes = [] }) => completes.length > 0),
      'completes its arguments',
    ),
  ),
  'listed-resources': ofEntries(({ resourceTemplates }) =>
    because(
      resourceTemplates.find(({ lists }) => lists === true),
      'lists resources while the server runs',
    ),
  ),
  'paged-lists': ofEntries((server) =>
    listsOf(server).some(({ length }) => length > 1 && isPaged(length, server.options.pagination.tools))
      ? 'a list is longer than a page'
      : undefined,
  ),
  availability: ofEntries((server) =>
    because(
      entriesOf(server).find(({ availableWhen }) => availableWhen !== undefined),
      'exists in some environments only',
    ),
  ),
} satisfies Partial<FeatureRules>;
