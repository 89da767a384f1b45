import { dcrProblems, privateSchemeProblem } from './redirect-values.ts';
import { authProviderProblems, authReferenceProblems, upstreamProviderProblems } from './auth-provider-values.ts';
import { authProblems, tokenProblems } from './auth-values.ts';
import { entryAuthoritiesProblems, profilesProblems } from './authority-policy.ts';
import { bindAddressProblem, hostEntryProblem, originProblem } from './address-values.ts';
import { byteSizeProblem, parseByteSize } from './byte-size.ts';
import { argumentProblems, exampleProblems, iconProblems } from './list-rules.ts';
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
import {
  cacheTableProblems,
  persistenceProblems,
  redisTableProblems,
  secureStoreProblems,
  sqliteTableProblems,
  storeTableProblems,
} from './store-tables.ts';
import { redisProblems, sqliteProblems, type StoreProblem } from './store-values.ts';
import {
  publicKeyEnvProblem,
  publicKeyProblem,
  registryDescriptionProblem,
  registryNameProblem,
  registryProblems,
  repositoryProblem,
} from './registry-values.ts';
import { customHeaderProblem, directiveProblem, isHeaderValue } from './header-values.ts';
import { endpointPathProblem, entryPathProblem, routeProblems } from './path-rules.ts';
import { widgetTemplateProblem, widgetUriProblem, widgetVisibilityProblem } from './widget-values.ts';
import { isRecord, parseIpBlock, fieldsOf, itemProblems } from '../std/index.ts';

const sinkShape =
  "'console', 'stdout', { type: 'callback', callback }, { type: 'winston' | 'pino', logger } or { type: 'otlp', endpoint, headers? }";

/** Stands in every line of the log: what breaks lines would let it forge others. */
const prefixProblem = (text: string): string | undefined =>
  /^[\x21-\x7e](?:[\x20-\x7e]{0,62}[\x21-\x7e])?$/.test(text) ? undefined : 'expected up to 64 visible ASCII characters';

const transportProblems = (value: unknown): readonly string[] =>
  itemProblems(value, (item) => (hasMethod(item, 'log') ? undefined : 'expected a class with @LogTransport and log(record)'));

const sinkProblems = (value: unknown): readonly string[] => itemProblems(value, sinkProblem);

function sinkProblem(sink: unknown): string | undefined {
  if (sink === 'console' || sink === 'stdout') return undefined;
  const { callback, endpoint, headers = {}, logger, type } = fieldsOf(sink);
  switch (type) {
    case 'console':
    case 'stdout':
      return undefined;
    case 'callback':
      return typeof callback === 'function' ? undefined : 'callback must be a function';
    case 'winston':
      return hasLevels(logger, ['log']) ? undefined : 'logger must have log(level, message, fields)';
    case 'pino':
      return hasLevels(logger, ['debug', 'info', 'warn', 'error']) ? undefined : 'logger must have debug, info, warn and error';
    case 'otlp':
      if (typeof endpoint !== 'string' || !/^https?:\/\/[^\s@]+$/.test(endpoint) || !URL.canParse(endpoint))
        return 'endpoint must be an http or https URL';
      return Object.values(fieldsOf(headers)).every((text) => typeof text === 'string' && isHeaderValue(text))
        ? undefined
        : 'headers holds a value that no header may hold';
    default:
      return `expected ${sinkShape}`;
  }
}

const hasLevels = (logger: unknown, names: readonly string[]): boolean =>
  typeof logger === 'object' && logger !== null && names.every((name) => typeof Reflect.get(logger, name) === 'function');

function hasMethod(value: unknown, name: string): boolean {
  if (typeof value !== 'function') return false;
  const prototype: unknown = value.prototype;
  return typeof prototype === 'object' && prototype !== null && typeof Reflect.get(prototype, name) === 'function';
}

type Fields = Readonly<Record<string, unknown>>;

/** A rule of a value beyond its type; it returns the problems. */
export type Rule = (value: unknown) => string | undefined | readonly Problem[];

/** With what was given, where the text does not begin with the part that it is about. */
export type Problem = string | readonly [text: string, given: unknown];

const ofText =
  (problemOf: (text: string) => string | undefined): Rule =>
  (value) =>
    typeof value === 'string' ? problemOf(value) : undefined;

const each =
  (problemOf: (text: string) => string | undefined): Rule =>
  (value) =>
    itemProblems(value, (item) => (typeof item === 'string' ? problemOf(item) : undefined));

/** Problem of a value that may be no number. */
export const integerProblem = (value: unknown, min: number, max = Number.MAX_SAFE_INTEGER): string | undefined =>
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

/** Rules beyond a type, by the names that `@rule` of an option's comment has. */
export const namedRules: Readonly<Record<string, Rule>> = {
  arguments: argumentProblems,
  auth: authProblems,
  authExtras: entriesOf(authExtraProblem),
  authPages: entriesOf(authPageProblem),
  authProviders: authProviderProblems,
  authReferences: authReferenceProblems,
  bindAddress: ofText(bindAddressProblem),
  block,
  byteSize,
  cacheTable: store(cacheTableProblems),
  clients: clientProblems,
  concurrency,
  cors: corsProblem,
  customHeaders: entriesOf(customHeaderProblem),
  dcr: dcrProblems,
  directives: entriesOf(directiveProblem),
  endpointPath: ofText(endpointPathProblem),
  entryAuthorities: entryAuthoritiesProblems,
  entryPath: ofText(entryPathProblem),
  examples: exampleProblems,
  headerText,
  hostEntries: each(hostEntryProblem),
  icons: iconProblems,
  issuer: ofText(issuerProblem),
  loginFields: loginFieldProblems,
  loginSubject: loginSubjectProblem,
  logo: ofText(logoProblem),
  metricGroups: each((name) =>
    ['process', 'tools', 'resources', 'http', 'storage', 'skills', 'auth', 'sessions'].includes(name)
      ? undefined
      : 'expected process, tools, resources, http, storage, skills, auth or sessions',
  ),
  notEmpty: ofText((text) => (text === '' ? 'expected a text that is not empty' : undefined)),
  origins: each(originProblem),
  persistence: store(persistenceProblems),
  prefix: ofText(prefixProblem),
  privateSchemes: each(privateSchemeProblem),
  probes: probeProblems,
  profiles: profilesProblems,
  publicKey: ofText(publicKeyProblem),
  publicKeyEnv: ofText(publicKeyEnvProblem),
  rate,
  realm: ofText((text) =>
    /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/.test(text) ? undefined : 'expected printable characters without quote and backslash',
  ),
  redis: store(redisProblems),
  redisTable: store(redisTableProblems),
  registry: registryProblems,
  registryDescription: ofText(registryDescriptionProblem),
  registryName: ofText(registryNameProblem),
  reportUri: ofText((text) => directiveProblem('report-uri', text)),
  repository: (value) => repositoryProblem(value),
  routes: routeProblems,
  scopes: each(scopeProblem),
  secureStore: store(secureStoreProblems),
  security: securityProblem,
  sinks: sinkProblems,
  sqlite: store(sqliteProblems),
  sqliteTable: store(sqliteTableProblems),
  bindingName: ofText((name) => (/^[A-Za-z_$][\w$]*$/.test(name) ? undefined : 'expected the name of a binding: letters, digits, _ and $')),
  storeNamespace: ofText((name) =>
    /^[\x21-\x7e]{1,128}$/.test(name) ? undefined : 'expected 1 to 128 printable characters without spaces',
  ),
  storeTable: store(storeTableProblems),
  tokens: tokenProblems,
  transports: transportProblems,
  upstreamProviders: upstreamProviderProblems,
  variable: ofText(variableProblem),
  widgetTemplate: widgetTemplateProblem,
  widgetUri: ofText(widgetUriProblem),
  widgetVisibility: widgetVisibilityProblem,
};

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
  return itemProblems(value, (probe) => {
    const { check, name } = recordOf(probe);
    return typeof name === 'string' && name !== '' && typeof check === 'function' ? undefined : 'expected { name, check() }';
  });
}

const recordOf = (value: unknown): Fields => (isRecord(value) ? { ...value } : {});
