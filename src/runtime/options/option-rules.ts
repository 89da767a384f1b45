import { dcrProblems, privateSchemeProblem } from './redirect-values.ts';
import { authProviderProblems, authReferenceProblems, upstreamProviderProblems } from './auth-provider-values.ts';
import { authProblems, tokenProblems } from './auth-values.ts';
import { entryAuthoritiesProblems, profilesProblems } from './authority-policy.ts';
import { bindAddressProblem, hostEntryProblem, originProblem } from './address-values.ts';
import { byteSizeProblem, parseByteSize } from './byte-size.ts';
import type { OptionFault } from './check-options.ts';
import { describeClass } from './describe-class.ts';
import { prefixProblem, sinkProblems, transportProblems } from './log-rules.ts';
import { argumentProblems, exampleProblems, iconProblems } from './list-rules.ts';
import type { OptionOwner } from './option-row.ts';
import {
  authExtraProblem,
  authPageProblem,
  clientProblems,
  issuerProblem,
  loginFieldProblems,
  loginSubjectProblem,
  logoProblem,
  scopeProblem,
} from './sign-in-values.ts';
import { persistenceProblems, redisTableProblems, secureStoreProblems, sqliteTableProblems, storeTableProblems } from './store-tables.ts';
import { redisProblems, sqliteProblems } from './store-values.ts';
import type { StoreProblem } from './store-values.ts';
import { valueAt } from './value-at.ts';
import {
  publicKeyEnvProblem,
  publicKeyProblem,
  registryDescriptionProblem,
  registryNameProblem,
  registryProblems,
  repositoryProblem,
} from './registry-values.ts';
import { givenPart } from './given-part.ts';
import { customHeaderProblem, directiveProblem, isHeaderValue } from './header-values.ts';
import { endpointPathProblem, entryPathProblem, routeProblems } from './path-rules.ts';
import { isRecord, parseIpBlock } from '../std/index.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A rule of a value beyond its type; it returns the problems. */
type Rule = (value: unknown) => string | undefined | readonly Problem[];

/** With what was given, where the text does not begin with the part that it is about. */
type Problem = string | readonly [text: string, given: unknown];

const ofText =
  (problemOf: (text: string) => string | undefined): Rule =>
  (value) =>
    typeof value === 'string' ? problemOf(value) : undefined;

const each =
  (problemOf: (text: string) => string | undefined): Rule =>
  (value) =>
    Array.isArray(value) ? value.flatMap((item, at) => withPlace(typeof item === 'string' ? problemOf(item) : undefined, at)) : undefined;

const withPlace = (problem: string | undefined, at: number): string[] => (problem === undefined ? [] : [`item ${at + 1}: ${problem}`]);

const integer =
  (min: number, max?: number): Rule =>
  (value) =>
    typeof value === 'number' ? integerProblem(value, min, max) : undefined;

/** Problem of a value that may be no number. */
const integerProblem = (value: unknown, min: number, max = Number.MAX_SAFE_INTEGER): string | undefined =>
  typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max
    ? undefined
    : `expected an integer ${max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `from ${min} to ${max}`}`;

/** How many, and a time. */
const limit =
  (name: string, time: string, min: number): Rule =>
  (value) => {
    const given = recordOf(value);
    return [name, time].flatMap((key): string[] => {
      const member = given[key];
      const problem = integerProblem(member, key === name ? 1 : min);
      if (problem === undefined) return [];
      if (member !== undefined) return [`${key}: ${problem}`];
      return key === name ? [`${key} is required: ${problem}`] : [];
    });
  };

const rate = limit('maxRequests', 'windowMs', 1);
const concurrency = limit('maxConcurrent', 'queueTimeoutMs', 0);

const headerText = ofText((text) => (isHeaderValue(text) ? undefined : 'holds characters that no header may hold'));

const entriesOf =
  (problemOf: (name: string, value: unknown) => string | undefined): Rule =>
  (value) =>
    Object.entries(recordOf(value)).flatMap(([name, item]) => {
      const problem = problemOf(name, item);
      return problem === undefined ? [] : [`${JSON.stringify(name)} ${problem}`];
    });

const byteSize: Rule = (value) => (parseByteSize(value) === undefined ? byteSizeProblem : undefined);
const store =
  (problemsOf: (value: unknown) => readonly StoreProblem[]): Rule =>
  (value) =>
    problemsOf(value).map(({ at, text }) => (at === '' ? text : `${at} ${text}`));

const block = each((text) => (parseIpBlock(text) === undefined ? 'expected an IPv4 or IPv6 address or CIDR block' : undefined));

/** Rules of `@Service` by path. */
const serverRules: Readonly<Record<string, Rule>> = {
  'info.icons': iconProblems,
  'http.port': integer(0, 65_535),
  'http.entryPath': ofText(endpointPathProblem),
  'http.bodyLimit': byteSize,
  'http.urlencodedLimit': byteSize,
  'http.routes': routeProblems,
  'http.cors': corsProblem,
  'http.cors.maxAge': integer(0, 86_400),
  'http.security': securityProblem,
  'http.security.bindAddress': ofText(bindAddressProblem),
  'http.security.dnsRebindingProtection.allowedHosts': each(hostEntryProblem),
  'http.security.dnsRebindingProtection.allowedOrigins': each(originProblem),
  'http.securityHeaders.hsts': headerText,
  'http.securityHeaders.contentTypeOptions': headerText,
  'http.securityHeaders.frameOptions': headerText,
  'http.securityHeaders.custom': entriesOf(customHeaderProblem),
  'http.securityHeaders.csp.directives': entriesOf(directiveProblem),
  'http.securityHeaders.csp.reportUri': ofText((text) => directiveProblem('report-uri', text)),
  'output.maxBytes': integer(1024),
  auth: authProblems,
  'auth.tokens': tokenProblems,
  'auth.tokensEnv': ofText(variableProblem),
  'auth.realm': ofText((text) =>
    /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/.test(text) ? undefined : 'expected printable characters without quote and backslash',
  ),
  'auth.issuer': ofText(issuerProblem),
  'auth.sessionTtl': integer(1),
  'auth.allowedScopes': each(scopeProblem),
  'auth.anonymousScopes': each(scopeProblem),
  'auth.requiredScopes': each(scopeProblem),
  'auth.scopes': each(scopeProblem),
  'auth.anonymousSubject': ofText((text) => (text === '' ? 'expected a text that is not empty' : undefined)),
  'auth.publicAccess.rateLimit': integer(1),
  'auth.federatedAuth.minProviders': integer(1),
  'auth.refresh.skewSeconds': integer(0),
  'auth.secureStore': store(secureStoreProblems),
  'auth.secureStore.ttlMs': integer(1),
  'auth.cimd.cache.redis': store(redisTableProblems),
  'auth.cimd.cache.defaultTtlMs': integer(0),
  'auth.cimd.cache.maxTtlMs': integer(0),
  'auth.cimd.cache.minTtlMs': integer(0),
  'auth.cimd.network.timeoutMs': integer(1),
  'auth.cimd.network.maxResponseSizeBytes': integer(1),
  'auth.cimd.network.maxRedirects': integer(0),
  'auth.dcr.clients': clientProblems,
  'auth.dcr': dcrProblems,
  'auth.dcr.privateUseSchemes': each(privateSchemeProblem),
  'auth.dcr.maxDynamicClients': integer(0),
  'auth.local.issuer': ofText(issuerProblem),
  'auth.providers': upstreamProviderProblems,
  'auth.login': loginSubjectProblem,
  'auth.login.fields': loginFieldProblems,
  'auth.login.logo': ofText(logoProblem),
  'auth.ui': entriesOf(authPageProblem),
  'auth.extras': entriesOf(authExtraProblem),
  'auth.login.logoUri': ofText(logoProblem),
  'authorities.profiles': profilesProblems,
  'health.healthzPath': ofText(entryPathProblem),
  'health.readyzPath': ofText(entryPathProblem),
  'health.probes': probeProblems,
  'health.readyz.timeoutMs': integer(1),
  'logging.prefix': ofText(prefixProblem),
  'logging.transports': transportProblems,
  'observability.logging.sinks': sinkProblems,
  'metrics.path': ofText(entryPathProblem),
  'metrics.tokenEnv': ofText(variableProblem),
  'metrics.include': each((name) =>
    ['process', 'tools', 'resources', 'http', 'storage', 'skills', 'auth', 'sessions'].includes(name)
      ? undefined
      : 'expected process, tools, resources, http, storage, skills, auth or sessions',
  ),
  redis: store(redisProblems),
  sqlite: store(sqliteProblems),
  pubsub: store(redisTableProblems),
  storeNamespace: ofText((name) =>
    /^[\x21-\x7e]{1,128}$/.test(name) ? undefined : 'expected 1 to 128 printable characters without spaces',
  ),
  'auth.tokenStorage': store(storeTableProblems),
  'elicitation.redis': store(redisTableProblems),
  'throttle.storage': store(storeTableProblems),
  'throttle.global': rate,
  'throttle.defaultRateLimit': rate,
  'throttle.globalConcurrency': concurrency,
  'throttle.defaultConcurrency': concurrency,
  'throttle.defaultTimeout.executeMs': integer(1),
  'throttle.ipFilter.allowList': block,
  'throttle.ipFilter.denyList': block,
  'throttle.ipFilter.trustedProxyDepth': integer(1),
  registry: registryProblems,
  'registry.name': ofText(registryNameProblem),
  'registry.description': ofText(registryDescriptionProblem),
  'registry.repository': (value) => repositoryProblem(value),
  'registry.publicKey': ofText(publicKeyProblem),
  'registry.publicKeyEnv': ofText(publicKeyEnvProblem),
  'pagination.tools.pageSize': integer(1),
  'pagination.tools.autoThreshold': integer(0),
  'tasks.redis': store(redisTableProblems),
  'tasks.sqlite': store(sqliteTableProblems),
  'transport.persistence': store(persistenceProblems),
  'transport.eventStore.maxEvents': integer(1),
  'transport.eventStore.ttlMs': integer(1),
};

/** Rules of every kind of entry. */
const entryRules: Readonly<Record<string, Rule>> = { icons: iconProblems, authorities: entryAuthoritiesProblems };

const promptRules: Readonly<Record<string, Rule>> = { ...entryRules, arguments: argumentProblems };

const toolRules: Readonly<Record<string, Rule>> = {
  ...entryRules,
  examples: exampleProblems,
  rateLimit: rate,
  concurrency: concurrency,
  authProviders: authReferenceProblems,
  'timeout.executeMs': integer(1),
};

/** An app's `auth` is read as the server's is: one that is not checked would be open. */
const appRules: Readonly<Record<string, Rule>> = {
  ...Object.fromEntries(Object.entries(serverRules).filter(([path]) => /^auth(?:\.|$)/.test(path))),
  authProviders: authProviderProblems,
};

const rulesOf: Readonly<Partial<Record<OptionOwner, Readonly<Record<string, Rule>>>>> = {
  service: serverRules,
  app: appRules,
  tool: toolRules,
  prompt: promptRules,
  resource: entryRules,
  'resource-template': { ...entryRules, 'timeout.listMs': integer(1) },
};

/** Every rule that a decorator's argument breaks; types have been checked apart from this. */
export function checkOptionRules(owner: OptionOwner, options: Fields): readonly OptionFault[] {
  return Object.entries(rulesOf[owner] ?? {}).flatMap(([path, rule]) => {
    const value = valueAt(options, path);
    const found = value === undefined ? undefined : rule(value);
    const problems = found === undefined ? [] : typeof found === 'string' ? [found] : found;
    return problems.map((problem) => ({
      kind: 'rule' as const,
      path,
      message: `"${path}": ${typeof problem === 'string' ? withGiven(problem, givenPart(withoutPath(problem, path), value)) : withGiven(...problem)}`,
    }));
  });
}

/** Some problems name the option itself. */
const withoutPath = (problem: string, path: string): string => (problem.startsWith(`${path}.`) ? problem.slice(path.length + 1) : problem);

const withGiven = (problem: string, value: unknown): string =>
  problem.endsWith('.') ? `${problem} Got ${describeClass(value)}` : `${problem}; got ${describeClass(value)}`;

function variableProblem(name: string): string | undefined {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) ? undefined : 'expected the name of a variable: letters, digits and underscores';
}

function securityProblem(value: unknown): string | undefined {
  const { dnsRebindingProtection, strict } = recordOf(value);
  return strict === true && recordOf(dnsRebindingProtection)['enabled'] === false
    ? 'strict: true checks hosts, and dnsRebindingProtection.enabled: false does not; keep one of the two'
    : undefined;
}

function corsProblem(value: unknown): string | readonly string[] | undefined {
  if (value === false || typeof value !== 'object' || value === null) return undefined;
  const { credentials, origin } = recordOf(value);
  if (origin === undefined) return 'origin says which pages may call; use false for none';
  if (origin === true || origin === '*')
    return credentials === true ? 'origin: true cannot be combined with credentials: list the origins that may send them' : undefined;
  const list: readonly unknown[] = Array.isArray(origin) ? origin : [origin];
  return list.flatMap((item) => {
    const problem = typeof item === 'string' ? originProblem(item) : undefined;
    return problem === undefined ? [] : [`origin: ${problem}`];
  });
}

function probeProblems(value: unknown): readonly string[] {
  const probes: readonly unknown[] = Array.isArray(value) ? value : [];
  return probes.flatMap((probe, at) => {
    const { check, name } = recordOf(probe);
    return typeof name === 'string' && name !== '' && typeof check === 'function' ? [] : [`item ${at + 1}: expected { name, check() }`];
  });
}

const recordOf = (value: unknown): Fields => (isRecord(value) ? { ...value } : {});
