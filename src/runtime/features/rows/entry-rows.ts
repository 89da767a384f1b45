import { type EntryModel, type ServerModel, servesWidgets } from '../../model/index.ts';
import { type BuildFacts, type FeatureRow, fromOpenList, type When } from '../application/feature-row.ts';

type WhenEntries = (server: ServerModel, context: BuildFacts) => string | undefined;

/** A feature of calls. Entries that the build has not seen may need any of them. */
export const ofEntries =
  (when: WhenEntries): When =>
  ({ server }, context) =>
    context.dynamicOptions === undefined
      ? (fromOpenList(context) ?? when(server, context))
      : 'entries may be decided where the server runs';

/** Why a feature is needed that serves members of the context objects of entries. */
function takenBy({ contextMembers }: BuildFacts, members: readonly string[]): string | undefined {
  if (contextMembers === undefined) return 'an entry may use any member of its context';
  const taken = members.find((member) => contextMembers.includes(member));
  return taken === undefined ? undefined : `an entry uses "${taken}" of its context`;
}

/** Members of context objects that read the request. Credentials are kept for the session of a request. */
const ofRequest = ['context', 'tryGetContext', 'runId', 'mark', 'fetch', 'credentials', 'secureStore', 'orchestration', 'authProviders'];

export const because = (entry: EntryModel | undefined, reason: string): string | undefined =>
  entry === undefined ? undefined : `${entry.kind} ${entry.listedName} ${reason}`;

/** Why features are needed that change entries while the server runs. */
export const whyChanging: When = ({ server: { adapters, plugins } }, context) => {
  const [adapter] = adapters.filter(({ changes }) => changes === true);
  if (adapter !== undefined) return `adapter ${adapter.name} changes its entries while the server runs`;
  const [plugin] = plugins.filter(({ changes }) => changes === true);
  return plugin === undefined ? fromOpenList(context) : `plugin ${plugin.name} changes its entries while the server runs`;
};

/** Why a feature is needed that serves hooks of plugins. */
export function hooking({ plugins }: ServerModel, names: readonly string[]): string | undefined {
  const [found] = plugins.flatMap(({ hooks = [], name }) => hooks.filter((hook) => names.includes(hook)).map((hook) => ({ hook, name })));
  return found === undefined ? undefined : `plugin ${found.name} has ${found.hook}`;
}

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

/** What of HTTP no variable decides, or decides only where the code does not. */
function httpOptionOf({ http, live, rest }: ServerModel['options']): string | undefined {
  const { cors, security, securityHeaders } = http;
  if (cors !== undefined) return 'http.cors says which pages may call';
  if (securityHeaders !== undefined) return 'http.securityHeaders says what answers carry';
  if (security.dnsRebindingProtection.allowedOrigins !== undefined) return 'allowedOrigins says which origins are answered';
  if (security.strict) return 'http.security.strict asks for host checks';
  return rest['health'] === undefined && !live.some((path) => path.startsWith('health.')) ? undefined : 'health is set';
}

/** How a server is put together, and what its entries and their calls need, by what they are and what their code uses of its context. */
export const entryRows = [
  { name: 'unplanned-options', when: (_model, { dynamicOptions }) => dynamicOptions },
  {
    name: 'providers',
    when: ({ injectsBuiltIns, server }, { dynamicOptions }) => {
      if (dynamicOptions !== undefined) return 'lists may be decided where the server runs';
      if (injectsBuiltIns === true) return 'entries inject what every server has';
      const computed = server.plugins.find((plugin) => plugin.computed === true);
      if (computed !== undefined) return `the options of plugin ${computed.name} are computed of providers`;
      const adapter = server.adapters.find((one) => one.computed === true);
      if (adapter !== undefined) return `the options of adapter ${adapter.name} are computed of providers`;
      return server.providers.length === 0 ? undefined : 'the list "providers" is not empty';
    },
  },
  {
    name: 'plugins',
    when: ({ server }, { dynamicOptions }) => {
      if (dynamicOptions !== undefined) return 'lists may be decided where the server runs';
      return server.plugins.length === 0 ? undefined : 'the list "plugins" is not empty';
    },
  },
  {
    name: 'adapters',
    when: ({ server: { adapters } }, context) => {
      const [adapter] = adapters;
      if (context.dynamicOptions !== undefined) return 'lists may be decided where the server runs';
      return adapter === undefined ? fromOpenList(context) : `adapter ${adapter.name} makes entries`;
    },
  },
  // Before the guards: what is elsewhere does not exist, whatever they would say of it.
  {
    name: 'plugin-endpoints',
    when: ({ server }) => {
      const plugin = server.plugins.find(({ endpoint }) => endpoint !== undefined);
      return plugin && `plugin ${plugin.name} has the MCP endpoint ${plugin.endpoint ?? ''}`;
    },
  },
  {
    name: 'plugin-guards',
    when: ({ server }, context) => hooking(server, ['filterEntry', 'listEntry', 'admitEntry']) ?? fromOpenList(context, 'plugins'),
  },
  { name: 'plugin-methods', when: ({ server }, context) => hooking(server, ['onMethod']) ?? fromOpenList(context, 'plugins') },
  {
    name: 'context-extensions',
    when: ({ server }, context) => {
      const plugin = server.plugins.find(({ contextExtensions = [] }) => contextExtensions.length > 0);
      if (plugin === undefined) return fromOpenList(context, 'plugins');
      return `plugin ${plugin.name} adds "${plugin.contextExtensions?.[0] ?? ''}" to contexts`;
    },
  },
  // Of entries and calls: planned by what entries are and what they use of their contexts.
  { name: 'resource-templates', when: ofEntries(({ resourceTemplates: [template] }) => because(template, 'is a template')) },
  {
    name: 'library-schemas',
    when: ofEntries((server, { tables = new Set() }) =>
      areTables(server, tables) ? undefined : 'a schema of a tool runs as it is written',
    ),
  },
  {
    name: 'open-schemas',
    when: (_model, { opensSchemas, dynamicOptions }) =>
      opensSchemas === true && dynamicOptions === undefined ? 'the sources do not decide every schema' : undefined,
  },
  {
    name: 'raw-schemas',
    interpreting: '@service/sdk/features/many-raw-schemas',
    when: ofEntries(({ tools }) =>
      because(
        tools.find(({ inputKind }) => inputKind === 'raw'),
        'has a raw JSON Schema',
      ),
    ),
  },
  {
    name: 'content-results',
    when: ofEntries(
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
  },
  {
    name: 'tool-ui',
    printed: 'service:tool-ui',
    when: ({ server: { options, tools } }) =>
      servesWidgets(options)
        ? because(
            tools.find(({ ui }) => ui !== undefined),
            'has a widget, or says which widgets may call it',
          )
        : undefined,
  },
  { name: 'request-context', when: ofEntries((_server, context) => takenBy(context, ofRequest)) },
  { name: 'inner-calls', when: ofEntries((_server, context) => takenBy(context, ['callTool', 'listUsable'])) },
  {
    name: 'build-variants',
    printed: 'service:build-variants',
    when: (_model, { variants = {} }) => {
      const names = Object.keys(variants);
      return names.length === 0 ? undefined : `build.variants lists the texts of ${names.join(', ')}`;
    },
  },
  {
    name: 'http-options',
    onlyHttp: true,
    when: ({ server }, { dynamicOptions }) =>
      dynamicOptions === undefined ? httpOptionOf(server.options) : 'http may be decided where the server runs',
  },
] as const satisfies readonly FeatureRow[];
