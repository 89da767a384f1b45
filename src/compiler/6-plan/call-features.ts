import type { EntryModel, ServerModel } from '@service/sdk/model';
import type { FeatureRule, FeatureRules, PlanContext } from './feature-rule.ts';

type When = (server: ServerModel, context: PlanContext) => string | undefined;

/** A feature of calls. Entries that the build has not seen may need any of them. */
const ofEntries = (when: When): FeatureRule => ({
  when: ({ server }, context) =>
    context.dynamicOptions === undefined ? when(server, context) : 'entries may be decided where the server runs',
});

/** Why a feature is needed that serves members of the context objects of entries. */
function takenBy({ contextMembers }: PlanContext, members: readonly string[]): string | undefined {
  if (contextMembers === undefined) return 'an entry may use any member of its context';
  const taken = members.find((member) => contextMembers.includes(member));
  return taken === undefined ? undefined : `an entry uses "${taken}" of its context`;
}

/** Members of context objects that read the request. Credentials are kept for the session of a request. */
const ofRequest = ['context', 'tryGetContext', 'runId', 'mark', 'fetch', 'credentials', 'secureStore', 'orchestration', 'authProviders'];

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
  'resource-templates': ofEntries(({ resourceTemplates: [template] }) => because(template, 'is a template')),
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
  'content-results': ofEntries(
    ({ options, tools }) =>
      because(
        tools.find(({ output: { kind } }) => kind !== 'any' && kind !== 'object' && kind !== 'array'),
        'returns content or a plain value',
      ) ??
      because(
        tools.find(({ nonFinite, output: { kind } }) => nonFinite === true && kind !== 'any'),
        'may return NaN or Infinity',
      ) ??
      (options.live.includes('output.allowNonFinite') ? 'output.allowNonFinite is decided where the server runs' : undefined),
  ),
  'request-context': ofEntries((_server, context) => takenBy(context, ofRequest)),
  'inner-calls': ofEntries((_server, context) => takenBy(context, ['callTool'])),
  'listed-resources': ofEntries(({ resourceTemplates }) =>
    because(
      resourceTemplates.find(({ lists }) => lists === true),
      'lists resources while the server runs',
    ),
  ),
} satisfies Partial<FeatureRules>;
