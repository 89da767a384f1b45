import { asksForPages, declaredAuths, entriesOf, issuingAuths } from '../../model/index.ts';
import { type FeatureRow, fromOpenList, type PlannedServer, type When } from '../application/feature-row.ts';

type Auth = Readonly<Record<string, unknown>>;

/** `auth` of the server and of apps that have their own. */
const authsOf = ({ server }: PlannedServer): readonly Auth[] => declaredAuths(server).map(({ options }) => options);

const forMode =
  (mode: string): When =>
  (model) =>
    authsOf(model).some((auth) => auth['mode'] === mode) ? `auth.mode is ${mode}` : undefined;

/** Whether an `auth` that issues tokens, of the server or of one of its apps, has a property; without `asks`: whether there is one. */
const anySignsIn = ({ server }: PlannedServer, asks: (auth: Auth) => boolean = () => true): boolean =>
  issuingAuths(server).some(({ options }) => asks(options));

const isOn = (value: unknown): boolean => typeof value === 'object' && value !== null && 'enabled' in value && value.enabled === true;

/** Given, and not turned off by `enabled: false`. */
const isGiven = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !('enabled' in value && value.enabled === false);

/** `cache.type: redis`, or a store without a type. */
function sharesDocuments(cimd: unknown): boolean {
  const cache = isRecord(cimd) ? cimd['cache'] : undefined;
  return isRecord(cache) && (cache['type'] ?? (cache['redis'] === undefined ? 'memory' : 'redis')) === 'redis';
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;

/** Who calls, who signs people in, and what callers may use. */
export const accessRows = [
  {
    name: 'authorities',
    when: ({ server }, context) => {
      if (server.options.rest['authorities'] !== undefined) return 'authorities says what callers have';
      const guarded = entriesOf(server).find(({ authorities }) => authorities !== undefined);
      if (guarded !== undefined) return `${guarded.kind} ${guarded.name} is guarded`;
      return fromOpenList(context, 'tools', 'resources', 'resourceTemplates', 'prompts');
    },
  },
  {
    name: 'public-access',
    onlyHttp: true,
    uses: ['stores'],
    when: (model) =>
      authsOf(model).some((auth) => auth['publicAccess'] !== undefined)
        ? 'auth.publicAccess says what anonymous callers may use'
        : undefined,
  },
  {
    name: 'credential-vault',
    onlyHttp: true,
    contributes: ['signIn'],
    provides: ['vaultEntry'],
    when: (model) => (anySignsIn(model) ? 'people may connect credentials' : undefined),
  },
  {
    name: 'auth-providers',
    onlyHttp: true,
    uses: ['vaultEntry'],
    when: ({ server: { authProviders = [] } }) => (authProviders[0] === undefined ? undefined : `authProviders make ${authProviders[0]}`),
  },
  {
    name: 'split-by-app',
    onlyHttp: true,
    when: ({ server }) => {
      if (server.options.rest['splitByApp'] === true) return 'splitByApp gives every app an endpoint';
      const [scope] = server.scopes ?? [];
      return scope === undefined ? undefined : `app ${scope.app} has an endpoint of its own`;
    },
  },
  { name: 'public-auth', onlyHttp: true, uses: ['stores'], when: forMode('public') },
  { name: 'static-auth', onlyHttp: true, when: forMode('static') },
  { name: 'transparent-auth', onlyHttp: true, when: forMode('transparent') },
  // Parts of signing in. What signs people in puts them together, so it is last.
  {
    name: 'jwks',
    onlyHttp: true,
    contributes: ['signIn'],
    onNode: '@service/sdk/hosts/node-jwks',
    when: (model) => (anySignsIn(model) ? 'metadata names /.well-known/jwks.json' : undefined),
  },
  {
    name: 'cimd-cache',
    onlyHttp: true,
    uses: ['stores'],
    provides: ['clientDocuments'],
    when: (model) =>
      anySignsIn(model, ({ cimd }) => sharesDocuments(cimd)) ? 'auth.cimd.cache is a store that instances share' : undefined,
  },
  {
    name: 'cimd',
    onlyHttp: true,
    uses: ['clientDocuments'],
    contributes: ['signIn'],
    onNode: '@service/sdk/hosts/node-cimd',
    when: (model) => (anySignsIn(model) ? 'auth.cimd lets clients be named by a URL' : undefined),
  },
  {
    name: 'auth-ui',
    onlyHttp: true,
    contributes: ['signIn'],
    provides: ['ownPages'],
    printed: 'service:auth-ui',
    when: ({ server }) =>
      declaredAuths(server).some(({ options }) => asksForPages(options))
        ? "auth.ui or auth.extras brings pages of the author's own"
        : undefined,
  },
  {
    name: 'federated',
    onlyHttp: true,
    contributes: ['signIn'],
    when: (model) =>
      anySignsIn(model, ({ providers }) => Array.isArray(providers) && providers.length > 0)
        ? 'auth.providers lets people link accounts'
        : undefined,
  },
  {
    name: 'incremental-auth',
    onlyHttp: true,
    contributes: ['signIn'],
    when: (model) =>
      anySignsIn(model, ({ incrementalAuth }) => isGiven(incrementalAuth)) ? 'auth.incrementalAuth grants apps one by one' : undefined,
  },
  {
    name: 'consent',
    onlyHttp: true,
    contributes: ['signIn'],
    when: (model) => (anySignsIn(model, ({ consent }) => isOn(consent)) ? 'auth.consent lets people choose tools' : undefined),
  },
  {
    name: 'secure-store',
    onlyHttp: true,
    uses: ['stores'],
    contributes: ['signIn'],
    when: (model, { contextMembers }) => {
      // An option that is set is planned even when no tool uses it, so that it is checked.
      const isUsed = contextMembers === undefined || contextMembers.includes('secureStore');
      return anySignsIn(model, ({ secureStore }) => isUsed || secureStore !== undefined)
        ? 'tools may keep secrets in this.secureStore'
        : undefined;
    },
  },
  {
    name: 'anonymous-grant',
    onlyHttp: true,
    contributes: ['signIn'],
    when: (model) =>
      anySignsIn(model, ({ allowDefaultPublic }) => allowDefaultPublic === true)
        ? 'auth.allowDefaultPublic gives out anonymous tokens'
        : undefined,
  },
  {
    name: 'revocation',
    onlyHttp: true,
    contributes: ['signIn'],
    when: (model) =>
      anySignsIn(model, ({ revocation }) => revocation === true) ? 'auth.revocation lets grants end before their time' : undefined,
  },
  {
    name: 'plugin-pages',
    onlyHttp: true,
    contributes: ['signIn'],
    when: ({ server }) => {
      const plugin = server.plugins.find(({ pages = [] }) => pages.length > 0);
      return plugin && `plugin ${plugin.name} shows the page ${plugin.pages?.[0] ?? ''}`;
    },
  },
  {
    name: 'local-auth',
    onlyHttp: true,
    uses: ['stores', 'ownPages'],
    collects: ['signIn'],
    when: (model) => (anySignsIn(model, ({ mode }) => mode === 'local') ? 'auth.mode is local: this server signs people in' : undefined),
  },
  {
    name: 'remote-auth',
    onlyHttp: true,
    uses: ['stores', 'ownPages'],
    collects: ['signIn'],
    when: (model) =>
      anySignsIn(model, ({ mode }) => mode === 'remote') ? 'auth.mode is remote: a provider finds out who signs in' : undefined,
  },
  // The last of the guards: who may not use a tool does not learn which of its arguments are marked.
  {
    name: 'param-headers',
    onlyHttp: true,
    when: (model, context) => {
      if (context.dynamicOptions !== undefined) return 'schemas may be decided where the server runs';
      const tool = model.server.tools.find(({ inputSchema }) => JSON.stringify(inputSchema).includes('"x-mcp-header"'));
      return tool === undefined ? fromOpenList(context) : `tool ${tool.name} has arguments that headers repeat`;
    },
  },
] as const satisfies readonly FeatureRow[];
