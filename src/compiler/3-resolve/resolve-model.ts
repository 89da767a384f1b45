import { insteadOfClaim, isJsonObject, listNames, type EntryModel, type JsonObject, type ServerInfo } from '@service/sdk/model';
import { type OptionOwner, optionRowsOf } from '@service/sdk/options';
import { type Diagnostic, DiagnosticCollector, hasErrors } from '../diagnostics/index.ts';
import type { Declaration, Declarations, StaticValue } from '../model/declarations.ts';
import type { Span } from '../model/span.ts';
import type { AstView } from './ast-view.ts';
import { checkDeclaredOptions, optionOwners } from './check-declared-options.ts';
import { plainOf, plainObject, valueOf } from './plain.ts';
import { checkProviderGraph, createResolution, describe, type Resolution, unprovidedNeeds } from './resolution.ts';
import { requiredString } from './resolve-entry.ts';
import { resolveOwner } from './resolve-owner.ts';

export interface ResolveResult {
  /** Absent without exactly one server. */
  readonly view?: AstView;
  readonly diagnostics: readonly Diagnostic[];
}

/** Declarations become the server as the sources show it. */
export function resolveModel(declarations: Declarations): ResolveResult {
  const found = new DiagnosticCollector();
  const server = findServer(declarations, found);
  if (server === undefined) return { diagnostics: found.diagnostics };
  const resolution = createResolution(declarations, found);
  resolution.spans['server'] = server.span;
  const info = resolveInfo(resolution, server);
  resolveOwner(resolution, server.options, [{ kind: 'server', id: info?.name ?? 'server' }]);
  checkProviderGraph(resolution.graph, found);
  const mayHavePlugins = resolution.plugins.length > 0 || resolution.openOwners.size > 0;
  for (const declaration of declarations.all.values()) {
    // A field that a plugin's types add does nothing while no plugin is listed: the start refuses it too.
    checkDeclaredOptions(mayHavePlugins ? declaration : { ...declaration, pluginOptions: [] }, found);
    checkLiteralSecrets(declaration, found);
    for (const { name, span } of declaration.reservedClaims)
      found.report('reserved-claim', { claim: name, instead: insteadOfClaim(name) }, { span });
  }
  reportTokens(declarations, found);
  const { module } = server;
  if (module === undefined) found.report('server-not-exported', { name: server.name }, { span: server.nameSpan });
  if (module === undefined || info === undefined) return { diagnostics: found.diagnostics };
  return { view: viewOf({ resolution, server, info, entry: module }), diagnostics: found.diagnostics };
}

/** A token that is an option's value is reported with the option. */
function reportTokens({ literalTokens }: Declarations, found: DiagnosticCollector): void {
  const isKnown = (span: Span): boolean =>
    found.diagnostics.some((one) => one.code === 'literal-secret' && one.span?.file === span.file && one.span.start === span.start);
  for (const { issuer, span } of literalTokens) if (!isKnown(span)) found.report('literal-token', { issuer }, { span });
}

function findServer(declarations: Declarations, found: DiagnosticCollector): Declaration | undefined {
  const servers = declarations.servers.flatMap((id) => declarations.all.get(id) ?? []);
  const [first, second] = servers;
  if (first === undefined) found.report('no-server', { entry: declarations.entry }, { span: declarations.entrySpan });
  else if (second !== undefined) {
    const related = servers.filter((one) => one !== second).map(({ name, span }) => ({ message: `${name} is declared here`, span }));
    found.report('several-servers', { names: servers.map(({ name }) => name) }, { span: second.span, related });
  }
  return second === undefined ? first : undefined;
}

function resolveInfo(resolution: Resolution, server: Declaration): ServerInfo | undefined {
  const { found } = resolution;
  const info = valueOf(server.options, 'info');
  if (info?.kind !== 'object') {
    const written = info ?? server.options;
    // A missing one, or one of another type, is reported with the other options.
    const isKnown = written.kind === 'literal' || written.kind === 'array' || (written.kind === 'object' && written.complete);
    if (!isKnown) found.report('option-not-static', { owner: describe(server), option: 'info' }, { span: written.span });
    return undefined;
  }
  const within = { ...server, options: info, span: info.span, calledAs: 'Service' };
  const name = requiredString(resolution, within, 'name');
  const version = requiredString(resolution, within, 'version');
  if (name === undefined || version === undefined) return undefined;
  return { ...plainObject(info, 'info', resolution.blanks), name, version };
}

function viewOf({
  resolution,
  server,
  info,
  entry,
}: {
  resolution: Resolution;
  server: Declaration;
  info: ServerInfo;
  entry: AstView['entry'];
}): AstView {
  const { apps, tools, resources, resourceTemplates, prompts, plugins, adapters, providers, blanks } = resolution;
  const plain = plainOf(server.options, 'server', blanks);
  const options: JsonObject = isJsonObject(plain) ? plain : {};
  const instructions = options['instructions'];
  return {
    server: {
      info,
      ...(typeof instructions === 'string' ? { instructions } : {}),
      apps,
      tools: withListedNames(tools, resolution),
      resources: withListedNames(resources, resolution),
      resourceTemplates: withListedNames(resourceTemplates, resolution),
      prompts: withListedNames(prompts, resolution),
      plugins,
      adapters,
      providers,
    },
    options,
    blanks: [...blanks],
    spans: resolution.spans,
    entry,
    ...programOf(resolution.declarations, entry),
    ...(resolution.declarations.startCalls.length > 0 ? { startCalls: resolution.declarations.startCalls } : {}),
    facts: resolution.facts,
    shownStores: resolution.shownStores,
    branches: { items: resolution.branchItems, adapterOptions: resolution.adapterOptions },
    unprovided: unprovidedNeeds(resolution),
    ...(resolution.declarations.builtInTokens.length > 0 ? { injectsBuiltIns: true } : {}),
    // What could not be resolved may be anything: nothing is missing on its account.
    openLists: [...resolution.openLists],
    ...(resolution.unread.length > 0 ? { unread: resolution.unread } : {}),
    openOwners: [...resolution.openOwners, ...(hasErrors(resolution.found.diagnostics) ? [`server:${info.name}`] : [])],
  };
}

/** The entry is part of the program even when the server comes from another file. */
const programOf = ({ entryFile }: Declarations, server: AstView['entry']): Pick<AstView, 'program'> =>
  server.file === entryFile ? {} : { program: entryFile };

const withListedNames = <T extends EntryModel>(entries: readonly T[], { plugins }: Pick<Resolution, 'plugins'>): readonly T[] =>
  listNames(entries, plugins).entries.map(({ entry, listedName }) => ({ ...entry, listedName }));

/** Options that are marked secret in their rows. */
const secretPathsOf = (owner: OptionOwner | undefined): ReadonlySet<string> =>
  new Set(owner === undefined ? [] : optionRowsOf(owner).flatMap(({ path, secret }) => (secret === true ? [path] : [])));

/** Names of secrets in options that plugins, adapters and auth modes define. */
const secretNames = new Set([
  'secret',
  'clientSecret',
  'password',
  'apiKey',
  'apiKeys',
  'token',
  'authToken',
  'accessToken',
  'privateKey',
  'jwtSecret',
  'customKey',
  'signKey',
]);

const passwordInUrl = /^[a-z][a-z0-9+.-]*:\/\/[^/?#@\s]*:[^/?#@\s]+@/i;

/** Metadata of entries describes; only these declarations are configured with secrets. */
const configured = new Set<Declaration['kind']>(['server', 'app', 'plugin', 'adapter', 'other']);

/** A secret in the source ends in the bundle; the message never repeats it. */
function checkLiteralSecrets(declaration: Declaration, found: DiagnosticCollector): void {
  if (!configured.has(declaration.kind)) return;
  const owner = describe(declaration);
  const secretPaths = secretPathsOf(optionOwners[declaration.kind]);
  const isSecret = (path: string, name: string): boolean => secretNames.has(name) || secretPaths.has(path);
  const visit = (value: StaticValue, path: string, secret: boolean): void => {
    if (value.kind === 'object')
      for (const { name, value: inner } of value.properties) {
        const at = path === '' ? name : `${path}.${name}`;
        visit(inner, at, isSecret(at, name));
      }
    if (value.kind === 'array') for (const item of value.items) visit(item, path, secret);
    if (value.kind === 'environment') for (const fallback of value.fallbacks ?? []) visit(fallback, path, secret);
    if (value.kind === 'declaration' || value.kind === 'class')
      for (const argument of value.init ?? []) visit(argument, `${path}.init`, false);
    if (value.kind !== 'literal' || typeof value.value !== 'string' || value.value === '') return;
    if (secret || passwordInUrl.test(value.value)) found.report('literal-secret', { owner, option: path }, { span: value.span });
  };
  visit(declaration.options, '', false);
}
