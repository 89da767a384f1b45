import type { AuthProviderOptions, AuthProviderReference, ProviderCredential } from '../define/auth-provider.ts';
import { authProviderRecord } from '../define/index.ts';
import { anonymousCaller } from '../define/create-auth-context.ts';
import type { LiveEntry } from '../entries/index.ts';
import { configInvalid, listedError } from '../errors/index.ts';
import { CredentialRegistry, type CredentialCaller } from '../mcp/credentials/credential-registry.ts';
import type { ToolGuard } from '../mcp/call/call-pipeline.ts';
import type { ServerRuntime } from '../mcp/call/server-runtime.ts';
import { appIdOf } from '../model/index.ts';
import { declaredApps } from './application/declared-apps.ts';
import { issuingOptions } from './sign-in/issuing-options.ts';
import { defineFeature } from './application/define-feature.ts';
import type { FeatureServices } from './application/services.ts';

/** Credentials that an app's tools use elsewhere. */
export const authProviders = defineFeature('auth-providers', ({ logger, runtime, vaultEntry }) => {
  const registries = new Map<string, CredentialRegistry>();
  const vaultProviders = (app: string, declared: readonly AuthProviderOptions[]): readonly AuthProviderOptions[] => {
    if (issuingOptions(runtime) === undefined) return [];
    const named = runtime.registry.tools
      .filter(({ model }) => appOf(model) === app)
      .flatMap(({ declaration }) => referencesOf(declaration.options));
    const names = new Set(named.map(({ name }) => name).filter((name) => declared.every((one) => one.name !== name)));
    return [...names].map((name) => vaultProvider(name, vaultEntry));
  };
  // Entries of the server itself have no app whose credentials they could use, only the vault of their caller.
  const own = new CredentialRegistry({ app: '', providers: vaultProviders('', []), clock: runtime.now, logger });
  registries.set('', own);
  const eager: { readonly app: string; readonly provider: AuthProviderOptions }[] = [];
  for (const { id, options } of declaredApps(runtime.declared)) {
    const declared = readProviders(options['authProviders']);
    const providers = [...declared, ...vaultProviders(id, declared)];
    registries.set(id, new CredentialRegistry({ app: id, providers, clock: runtime.now, logger: logger.child(id) }));
    eager.push(
      ...providers.filter(({ loading, scope }) => loading === 'eager' && scope === 'global').map((provider) => ({ app: id, provider })),
    );
  }
  const registryOf = (entry: Owned): CredentialRegistry | undefined => registries.get(appOf(entry));
  checkReferences(runtime.registry, registryOf);
  return {
    checkEntries: ({ registry }) => checkReferences(registry, registryOf),
    around: { tool: createGuard(runtime, registryOf) },
    context: {
      authProviders: ({ auth, entry, request, resolver }) =>
        (registryOf(entry) ?? own).forCaller(
          { auth, sessionId: request.sessionId, get: (token) => resolver.get(token) },
          aliasesOf(referencesOf(entry.metadata)),
        ),
    },
    start: async () => {
      for (const { app, provider } of eager) await loadAtStart(runtime, registries.get(app), provider);
      return undefined;
    },
  };
});

/** Checked with the other options. */
const readProviders = (list: unknown): readonly AuthProviderOptions[] =>
  (Array.isArray(list) ? list : []).flatMap((item: unknown) => authProviderRecord(item) ?? []);

type Owned = Pick<LiveEntry['model'], 'owner'>;
type RegistryOf = (entry: Owned) => CredentialRegistry | undefined;

const appOf = (entry: Owned): string => appIdOf(entry) ?? '';

interface Reference {
  readonly name: string;
  readonly required: boolean;
  readonly scopes: readonly string[];
  readonly alias: string | undefined;
}

function referencesOf(options: LiveEntry['declaration']['options']): readonly Reference[] {
  const list = options['authProviders'];
  return (Array.isArray(list) ? (list as readonly AuthProviderReference[]) : []).map((reference) => {
    const { alias, name, required = true, scopes = [] } = typeof reference === 'string' ? { name: reference } : reference;
    return { alias, name, required, scopes };
  });
}

const aliasesOf = (references: readonly Reference[]): ReadonlyMap<string, string> =>
  new Map(references.flatMap(({ alias, name }) => (alias === undefined ? [] : [[alias, name] as const])));

/** @throws {ServiceError} CONFIG_INVALID for a tool that names what its app does not have */
function checkReferences({ tools }: ServerRuntime['registry'], registryOf: RegistryOf): void {
  const problems = tools.flatMap((tool) =>
    referencesOf(tool.declaration.options)
      .filter(({ name }) => registryOf(tool.model)?.isRegistered(name) !== true)
      .map(({ name }) => `tool "${tool.model.listedName}" names the auth provider "${name}", which its app does not have`),
  );
  if (problems.length > 0) throw configInvalid(problems.join('\n'));
}

/** Before a tool runs: a credential that it cannot do without is there, or the call is refused. */
function createGuard(runtime: ServerRuntime, registryOf: RegistryOf): ToolGuard {
  const known = new WeakMap<object, readonly Reference[]>();
  return ({ request, tool }, next) => {
    const references = known.get(tool) ?? referencesOf(tool.declaration.options);
    known.set(tool, references);
    const registry = registryOf(tool.model);
    if (references.length === 0 || registry === undefined) return next();
    const view = runtime.container.view(tool.model.owner);
    const caller: CredentialCaller = { auth: request.auth, sessionId: request.sessionId, get: (token) => view.get(token) };
    return loadAll(registry, references, caller).then(() => next());
  };
}

async function loadAll(registry: CredentialRegistry, references: readonly Reference[], caller: CredentialCaller): Promise<void> {
  const wanted = references.filter(({ name, required }) => required || registry.loadingOf(name) === 'eager');
  const found = await Promise.all(wanted.map((reference) => credentialFor(registry, reference, caller)));
  const missing = wanted.filter(({ required }, at) => required && found[at] === undefined).map(({ name }) => name);
  if (missing.length === 0) return;
  throw listedError('TOOL_CREDENTIALS_REQUIRED', `This tool needs credentials that are not there: ${missing.join(', ')}`, {
    data: { providers: missing },
  });
}

/** The credential if it may do what the tool needs. One that was kept may be older than what was granted since, so another is made once. */
async function credentialFor(
  registry: CredentialRegistry,
  { name, scopes }: Reference,
  caller: CredentialCaller,
): Promise<ProviderCredential | undefined> {
  const lacks = (credential: ProviderCredential | undefined): boolean =>
    credential?.type === 'oauth' && !scopes.every((scope) => credential.scopes?.includes(scope) === true);
  const kept = await registry.get(name, caller);
  if (!lacks(kept)) return kept;
  const renewed = await registry.renew(name, caller);
  return lacks(renewed) ? undefined : renewed;
}

/** @throws {ServiceError} CONFIG_INVALID where the provider is required */
async function loadAtStart(
  runtime: ServerRuntime,
  registry: CredentialRegistry | undefined,
  { name, required }: AuthProviderOptions,
): Promise<void> {
  const view = runtime.container.view([]);
  const credential = await registry?.get(name, { auth: anonymousCaller, sessionId: undefined, get: (token) => view.get(token) });
  if (credential === undefined && required === true) throw configInvalid(`the auth provider "${name}" gave no credential`);
}

/** What a tool gets that names an entry of its caller's vault: what `authenticate` returned as `credentials`, or the person connected. */
const vaultProvider = (name: string, vaultEntry: FeatureServices['vaultEntry'] | undefined): AuthProviderOptions => ({
  name,
  // Read for each call: the person may connect or replace it at any time.
  cacheTtl: 0,
  factory: async ({ auth }) => (auth.isAnonymous ? undefined : toCredential(await vaultEntry?.(auth.user.sub, name))),
});

/** A text, or the `secret` of an entry of a list, is a bearer token; an object with a known `type` is the credential itself. */
function toCredential(value: unknown): ProviderCredential | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string') return { type: 'bearer', token: value };
  if (typeof value !== 'object') return { type: 'custom', value };
  if ('type' in value && credentialTypes.has(value.type)) return value as ProviderCredential;
  return 'secret' in value && typeof value.secret === 'string' ? { type: 'bearer', token: value.secret } : { type: 'custom', value };
}

const credentialTypes: ReadonlySet<unknown> = new Set<ProviderCredential['type']>([
  'oauth', 'bearer', 'api_key', 'basic', 'private_key', 'mtls', 'custom', 'ssh_key', 'service_account', 'pkce',
]); // prettier-ignore
