import { checkAdapterOptions, type PluginOptionRule } from '@service/sdk/define';
import { isRecord } from '@service/sdk/internal';
import type { OpenapiOptions } from './openapi-options.ts';

const rule =
  (expected: string, accepts: (value: unknown) => boolean): PluginOptionRule =>
  (value) =>
    accepts(value) ? undefined : expected;

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isFunction = (value: unknown): boolean => typeof value === 'function';
const isBoolean = (value: unknown): boolean => typeof value === 'boolean';
const isCount = (value: unknown): boolean => typeof value === 'number' && Number.isInteger(value) && value > 0;
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);
const isTextRecord = (value: unknown): boolean => isRecord(value) && Object.values(value).every(isText);
const isHeaders = (value: unknown): boolean => isTextRecord(value) && Object.entries(value as Record<string, string>).every(isHeader);
const isHeader = ([name, text]: [string, string]): boolean =>
  /^[!#$%&'*+.^_`|~0-9a-z-]+$/i.test(name) && /^[\t -~\u0080-\u00ff]*$/.test(text);
const isOneOf =
  (...values: readonly string[]) =>
  (value: unknown): boolean =>
    values.some((one) => one === value);
const listed = (...values: readonly string[]): PluginOptionRule => rule(values.map((one) => `"${one}"`).join(', '), isOneOf(...values));

const fn = rule('a function', isFunction);
const count = rule('a whole number above 0', isCount);
const timer = rule('milliseconds, up to 2,147,483,647', (value) => isCount(value) && Number(value) < 2 ** 31);
const boolean = rule('true or false', isBoolean);
const texts = rule('a list of texts', isTexts);
const texted = rule('an object of texts', isTextRecord);
const text = rule('a text', isText);

/** An option that is a group of others. */
type Rules = { readonly [name: string]: PluginOptionRule | Rules };

const transforms = (accepts: (item: unknown) => boolean, of: string): Rules => {
  const list = rule(`a list of ${of}`, (value) => Array.isArray(value) && value.every(accepts));
  const perTool = rule(
    `an object of lists of ${of}`,
    (value) => isRecord(value) && Object.values(value).every((one) => list(one) === undefined),
  );
  return { global: list, perTool, generator: fn };
};

const functions = transforms(isFunction, 'functions');

const rules: Readonly<Record<keyof OpenapiOptions, PluginOptionRule | Rules>> = {
  name: text,
  baseUrl: rule('an address of http or https without query, fragment and password', isBaseUrl),
  spec: rule('a path within the project, or a parsed description', (value) => isText(value) || isRecord(value)),
  url: rule('an address of http or https', (value) => isText(value) && /^https?:\/\/./.test(value) && URL.canParse(value)),
  serverVariables: texted,
  additionalHeaders: rule('an object of header names and texts', isHeaders),
  headersMapper: fn,
  bodyMapper: fn,
  securityResolver: fn,
  authProviderMapper: rule('an object of names of auth providers, { provider, scopes? } or functions, by security scheme', isMapper),
  staticAuth: {
    jwt: text,
    apiKey: text,
    apiKeys: texted,
    basic: rule('{ username, password }', (value) => isRecord(value) && isText(value['username']) && typeof value['password'] === 'string'),
    oauth2Token: text,
    customHeaders: rule('an object of header names and texts', isHeaders),
  },
  securitySchemesInInput: texts,
  loadOptions: {
    refResolution: {
      allowedProtocols: rule('a list of "http" and "https"', (value) => Array.isArray(value) && value.every(isOneOf('http', 'https'))),
      allowedHosts: texts,
      blockedHosts: texts,
      allowInternalIPs: boolean,
    },
  },
  generateOptions: {
    filterFn: fn,
    includeOperations: texts,
    excludeOperations: texts,
    maxTokens: count,
    resolveFormats: boolean,
    formatResolvers: rule('an object of functions', (value) => isRecord(value) && Object.values(value).every(isFunction)),
    includeSecurityInInput: boolean,
  },
  inputTransforms: transforms((item) => isRecord(item) && isText(item['inputKey']) && isFunction(item['inject']), '{ inputKey, inject }'),
  toolTransforms: transforms((item) => isRecord(item) || isFunction(item), 'objects and functions'),
  schemaTransforms: { input: functions, output: functions },
  dataTransforms: { preToolTransforms: functions, postToolTransforms: functions },
  descriptionMode: listed('summaryOnly', 'descriptionOnly', 'combined', 'full'),
  outputSchema: {
    mode: listed('definition', 'description', 'both', 'none'),
    descriptionFormat: listed('summary', 'jsonSchema'),
    descriptionFormatter: fn,
  },
  requestTimeoutMs: count,
  maxRequestSize: count,
  maxResponseSize: count,
  maxResultTokens: count,
  polling: {
    enabled: boolean,
    intervalMs: timer,
    fetchTimeoutMs: timer,
    changeDetection: listed('auto', 'etag', 'hash'),
    retry: {
      maxRetries: rule('a whole number', (value) => value === 0 || isCount(value)),
      initialDelayMs: timer,
      maxDelayMs: timer,
      backoffMultiplier: rule('a number from 1 on', (value) => typeof value === 'number' && value >= 1),
    },
    unhealthyThreshold: count,
    headers: rule('an object of header names and texts', isHeaders),
    followRedirects: boolean,
  },
};

function isBaseUrl(value: unknown): boolean {
  if (!isText(value) || !/^https?:\/\/./.test(value) || !URL.canParse(value)) return false;
  const { hash, password, search, username } = new URL(value);
  return hash === '' && search === '' && password === '' && username === '';
}

function isMapper(value: unknown): boolean {
  if (!isRecord(value)) return false;
  return Object.values(value).every(
    (one) =>
      isText(one) ||
      isFunction(one) ||
      (isRecord(one) && isText(one['provider']) && (one['scopes'] === undefined || isTexts(one['scopes']))),
  );
}

/** @throws {ServiceError} INVALID_DECORATOR_METADATA with every fault, one a line */
export function checkOpenapiOptions(options: object): void {
  const given = options as Readonly<Record<string, unknown>>;
  const adapter = isText(given['name']) ? given['name'] : 'openapi';
  const { name, polling, spec, url } = given;
  const problems: Readonly<Record<string, string | undefined>> = {
    name: name === undefined ? 'given: it is the prefix of its tools where names are equal' : undefined,
    spec: spec === undefined && url === undefined ? 'given, or "url": where the description is' : undefined,
    polling:
      polling !== undefined && url === undefined ? 'left out without "url": only a document of the network is looked at again' : undefined,
    url: spec !== undefined && url !== undefined ? 'left out beside "spec": there is one description' : undefined,
  };
  const wrong = Object.entries(problems).flatMap(([option, problem]) => (problem === undefined ? [] : [[option, problem] as const]));
  checkAdapterOptions(
    adapter,
    { ...Object.fromEntries(flatten(given, rules, '')), ...Object.fromEntries(wrong.map(([option]) => [option, null])) },
    { ...Object.fromEntries(flatRules(rules, '')), ...Object.fromEntries(wrong.map(([option, problem]) => [option, () => problem])) },
  );
}

/** Options of groups by their path: `loadOptions.refResolution.allowedHosts`. */
function flatten(options: Readonly<Record<string, unknown>>, known: Rules, prefix: string): readonly (readonly [string, unknown])[] {
  return Object.entries(options).flatMap(([name, value]) => {
    const inner = Object.hasOwn(known, name) ? known[name] : undefined;
    return typeof inner === 'object' && isRecord(value)
      ? flatten(value, inner, `${prefix}${name}.`)
      : [[`${prefix}${name}`, value] as const];
  });
}

function flatRules(known: Rules, prefix: string): readonly (readonly [string, PluginOptionRule])[] {
  return Object.entries(known).flatMap(([name, inner]) =>
    typeof inner === 'function'
      ? [[`${prefix}${name}`, inner] as const]
      : [[`${prefix}${name}`, (): string => 'an object'] as const, ...flatRules(inner, `${prefix}${name}.`)],
  );
}
