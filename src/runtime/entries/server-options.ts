import type { DeclaredOptions, HttpOptions, TransportOptions } from '../define/index.ts';
import { configInvalid } from '../errors/index.ts';
import {
  readTransportProtocol,
  type HttpOptionsModel,
  type Json,
  type JsonObject,
  type ServerOptionsModel,
  type TransportOptionsModel,
} from '../model/index.ts';
import {
  httpDefaults,
  httpSecurityDefaults,
  outputDefaults,
  paginationToolsDefaults,
  serviceDefaults,
  transportDefaults,
  transportEventStoreDefaults,
} from '../options/generated.ts';
import { byteSizeProblem, optionRows, parseByteSize } from '../options/index.ts';
import { withDefaults } from '../options/with-defaults.ts';
import { redactText, withoutUndefined } from '../std/index.ts';
import { jsonObjectCopy } from './json-copy.ts';
import { livePaths, otherOptions } from './live-paths.ts';
import { loggingOptions } from './logging-options.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The server decorator's plain-data options with defaults. Secrets are left out: a model is printed. */
export function serverOptions(options: Fields): ServerOptionsModel {
  const { http, output, pagination, serve, transport }: DeclaredOptions = options;
  const { allowNonFinite, maxBytes } = withDefaults(output, outputDefaults);
  return {
    serve: serve ?? serviceDefaults.serve,
    http: httpOptions(http ?? {}),
    transport: transportOptions(transport),
    pagination: { tools: withDefaults(pagination?.tools, paginationToolsDefaults) },
    output: withoutUndefined({ allowNonFinite, maxBytes }),
    logging: loggingOptions(options),
    live: livePaths(options, ''),
    rest: withoutSecrets(otherOptions(options), ''),
  };
}

function transportOptions(declared: TransportOptions | undefined): TransportOptionsModel {
  const { distributedMode, eventStore, persistence, protocol, sessionMode } = withDefaults(declared, transportDefaults);
  const { enabled, ...kept } = withDefaults(eventStore, transportEventStoreDefaults);
  return withoutUndefined({
    ...readTransportProtocol(typeof protocol === 'string' ? protocol : jsonObjectCopy({ ...protocol }), sessionMode),
    distributedMode: distributedMode === false ? undefined : distributedMode,
    persistence: persistence && withoutSecrets(jsonObjectCopy({ ...persistence }), ''),
    eventStore: enabled ? kept : undefined,
  });
}

function httpOptions(http: HttpOptions): HttpOptionsModel {
  const { cors, entryPath, port, routes = [], securityHeaders, socketPath } = http;
  const { bindAddress, dnsRebindingProtection = {}, strict } = withDefaults(http.security, httpSecurityDefaults);
  const { allowedHosts, allowedOrigins, enabled } = dnsRebindingProtection;
  const bodyLimit = byteSize(http.bodyLimit) ?? httpDefaults.bodyLimit;
  return withoutUndefined({
    port,
    entryPath,
    socketPath,
    bodyLimit,
    urlencodedLimit: byteSize(http.urlencodedLimit) ?? bodyLimit,
    cors: cors && jsonObjectCopy({ ...cors }),
    security: withoutUndefined({
      bindAddress,
      strict,
      dnsRebindingProtection: withoutUndefined({ enabled, allowedHosts, allowedOrigins }),
    }),
    securityHeaders: securityHeaders && jsonObjectCopy({ ...securityHeaders }),
    routes: routes.map(({ auth = false, method, path }) => ({ method: method.toUpperCase(), path, auth })),
  });
}

/** @throws {ServiceError} CONFIG_INVALID */
function byteSize(value: unknown): number | undefined {
  if (value === undefined) return undefined;
  const bytes = parseByteSize(value);
  if (bytes === undefined) throw configInvalid(byteSizeProblem);
  return bytes;
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
