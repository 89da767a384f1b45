import { configInvalid, ServiceError } from '../errors/index.ts';
import { readTransportProtocol, type HttpOptionsModel, type Json, type JsonObject, type ServerOptionsModel } from '../model/index.ts';
import { transportDefaults, paginationToolsDefaults, httpDefaults, transportEventStoreDefaults } from '../options/generated.ts';
import { byteSizeProblem, optionRows, parseByteSize } from '../options/index.ts';
import { redactText } from '../std/index.ts';
import { isPlainObject, jsonObjectCopy } from './json-copy.ts';
import { loggingOptions } from './logging-options.ts';

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields => (isPlainObject(value) ? value : {});
const stringsOf = (value: unknown): readonly string[] | undefined =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : undefined;

/** Options that have a place of their own in the model, or are lists of declarations. */
const placed = new Set([
  'info', 'instructions', 'apps', 'tools', 'resources', 'resourceTemplates', 'prompts', 'plugins', 'adapters', 'providers',
  'serve', 'http', 'transport', 'pagination', 'output', 'logging',
]); // prettier-ignore

/** The server decorator's plain-data options with defaults. Secrets are left out: a model is printed. */
export function serverOptions(options: Fields): ServerOptionsModel {
  const pages = fieldsOf(fieldsOf(options['pagination'])['tools']);
  const transport = fieldsOf(options['transport']);
  const output = fieldsOf(options['output']);
  const mode = pages['mode'];
  const { distributedMode, protocol } = transport;
  return {
    serve: options['serve'] !== false,
    http: httpOptions(fieldsOf(options['http'])),
    transport: {
      ...readTransportProtocol(
        isPlainObject(protocol) ? jsonObjectCopy(protocol) : typeof protocol === 'string' ? protocol : transportDefaults.protocol,
        transport['sessionMode'] === 'stateless' ? 'stateless' : transportDefaults.sessionMode,
      ),
      ...(distributedMode === true || distributedMode === 'auto' ? { distributedMode } : {}),
      ...persistenceOption(transport['persistence']),
      ...eventStoreOptions(fieldsOf(transport['eventStore'])),
    },
    pagination: {
      tools: {
        mode: typeof mode === 'boolean' ? mode : paginationToolsDefaults.mode,
        pageSize: numberOf(pages['pageSize']) ?? paginationToolsDefaults.pageSize,
        autoThreshold: numberOf(pages['autoThreshold']) ?? paginationToolsDefaults.autoThreshold,
      },
    },
    output: { allowNonFinite: output['allowNonFinite'] === true, ...pick(output, 'maxBytes', 'number') },
    logging: loggingOptions(options),
    live: livePaths(options, ''),
    rest: withoutSecrets(jsonObjectCopy(Object.fromEntries(Object.entries(options).filter(([key]) => !placed.has(key)))), ''),
  };
}

function persistenceOption(value: unknown): Pick<ServerOptionsModel['transport'], 'persistence'> {
  if (value === false) return { persistence: false };
  return isPlainObject(value) ? { persistence: withoutSecrets(jsonObjectCopy(value), '') } : {};
}

function eventStoreOptions(options: Fields): Pick<ServerOptionsModel['transport'], 'eventStore'> {
  if (options['enabled'] !== true) return {};
  return {
    eventStore: {
      provider: options['provider'] === 'redis' ? 'redis' : transportEventStoreDefaults.provider,
      maxEvents: numberOf(options['maxEvents']) ?? transportEventStoreDefaults.maxEvents,
      ttlMs: numberOf(options['ttlMs']) ?? transportEventStoreDefaults.ttlMs,
    },
  };
}

const numberOf = (value: unknown): number | undefined => (typeof value === 'number' && value > 0 ? value : undefined);

function httpOptions(http: Fields): HttpOptionsModel {
  const security = fieldsOf(http['security']);
  const protection = fieldsOf(security['dnsRebindingProtection']);
  const bodyLimit = byteSize(http['bodyLimit']) ?? httpDefaults.bodyLimit;
  const routes: readonly unknown[] = Array.isArray(http['routes']) ? http['routes'] : [];
  return {
    ...pick(http, 'port', 'number'),
    ...pick(http, 'entryPath', 'string'),
    ...pick(http, 'socketPath', 'string'),
    bodyLimit,
    urlencodedLimit: byteSize(http['urlencodedLimit']) ?? bodyLimit,
    ...(http['cors'] === false ? { cors: false as const } : isPlainObject(http['cors']) ? { cors: jsonObjectCopy(http['cors']) } : {}),
    security: {
      ...pick(security, 'bindAddress', 'string'),
      strict: security['strict'] === true,
      dnsRebindingProtection: {
        ...pick(protection, 'enabled', 'boolean'),
        ...list('allowedHosts', protection['allowedHosts']),
        ...list('allowedOrigins', protection['allowedOrigins']),
      },
    },
    ...(isPlainObject(http['securityHeaders']) ? { securityHeaders: jsonObjectCopy(http['securityHeaders']) } : {}),
    routes: routes.map(routeModel),
  };
}

interface PickTypes {
  string: string;
  number: number;
  boolean: boolean;
}

function pick<K extends string, T extends keyof PickTypes>(source: Fields, key: K, type: T): { readonly [P in K]?: PickTypes[T] } {
  const picked: { [P in K]?: PickTypes[T] } = {};
  const value = source[key];
  if (isOf(value, type)) picked[key] = value;
  return picked;
}

const isOf = <T extends keyof PickTypes>(value: unknown, type: T): value is PickTypes[T] => typeof value === type;

function list<K extends string>(key: K, value: unknown): { readonly [P in K]?: readonly string[] } {
  const strings = stringsOf(value);
  const picked: { [P in K]?: readonly string[] } = {};
  if (strings !== undefined) picked[key] = strings;
  return picked;
}

function byteSize(value: unknown): number | undefined {
  if (value === undefined) return undefined;
  const bytes = parseByteSize(value);
  if (bytes === undefined) throw configInvalid(byteSizeProblem);
  return bytes;
}

function routeModel(route: unknown): HttpOptionsModel['routes'][number] {
  const { method, path, auth } = fieldsOf(route);
  if (typeof method !== 'string' || typeof path !== 'string')
    throw new ServiceError('CONFIG_INVALID', 'http.routes are { method, path, handler, auth? }');
  return { method: method.toUpperCase(), path, auth: auth === true };
}

/** Dotted paths of functions and classes among the options; lists of declarations are not options. */
export function livePaths(options: Fields, prefix: string): readonly string[] {
  return Object.entries(options).flatMap(([key, value]) => {
    if (typeof value === 'function') return [prefix + key];
    if (Array.isArray(value))
      return prefix !== '' && value.some((item) => typeof item === 'function' || livePaths(fieldsOf(item), '').length > 0)
        ? [prefix + key]
        : [];
    return isPlainObject(value) ? livePaths(value, `${prefix}${key}.`) : [];
  });
}

const secretPaths = new Set(optionRows.filter((row) => row.secret).map((row) => row.path));
/** Names that hold secrets wherever later parts put them. */
const secretNames = /^(?:.*secret|.*password|token|apiKey|clientSecret|privateKey|authorization)$/i;

export function withoutSecrets(value: JsonObject, prefix: string): JsonObject {
  const kept: JsonObject = {};
  for (const [key, item] of Object.entries(value)) {
    const path = prefix + key;
    if (secretPaths.has(path) || (secretNames.test(key) && typeof item === 'string')) continue;
    // The address of a store may hold its password.
    if (key === 'url' && typeof item === 'string') kept[key] = redactText(item);
    else if (item !== undefined) kept[key] = itemWithoutSecrets(item, `${path}.`);
  }
  return kept;
}

/** Lists hold secrets too (`auth.dcr.clients`). */
function itemWithoutSecrets(item: Json, prefix: string): Json {
  if (Array.isArray(item)) return item.map((one) => itemWithoutSecrets(one, prefix));
  return typeof item === 'object' && item !== null ? withoutSecrets(item, prefix) : item;
}
