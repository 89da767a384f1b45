import type { HttpOptionsModel } from '../model/index.ts';
import type { Environment } from '../options/env.ts';
import { derivePolicy, isLoopbackAddress } from './guards/host.ts';
import type { HostPolicy } from './guards/host.ts';
import { resolveCors } from './headers/cors.ts';
import type { CorsPolicy, OriginCheck } from './headers/cors.ts';
import { resolveSecurityHeaders } from './headers/security.ts';
import type { FixedHeaders } from './headers/security.ts';

/** What the HTTP layer reads of options and environment, settled once at start. */
export interface HttpSettings {
  /** `/` or `/path` without a trailing slash. */
  readonly entryPath: string;
  /** Bytes. */
  readonly bodyLimit: number;
  /** Bytes of a form body. */
  readonly urlencodedLimit: number;
  /** Milliseconds in which a body must have arrived. */
  readonly bodyTimeoutMs: number;
  readonly bindAddress: string;
  /** A file to listen on, and then on no port. */
  readonly socketPath: string | undefined;
  /** Nobody but programs of this computer reaches it. */
  readonly loopbackOnly: boolean;
  readonly distributed: boolean;
  readonly hosts: HostPolicy;
  readonly allowedOrigins: readonly string[] | undefined;
  readonly securityHeaders: FixedHeaders;
  readonly cors: CorsPolicy | undefined;
  /** Proxies whose forwarding headers are believed. */
  readonly trustedProxies: number;
  /** Without a trailing slash. */
  readonly publicUrl: string | undefined;
  /** Prefix of everything that belongs to this endpoint, where there are several; `publicUrl` has it already. */
  readonly mount?: string;
}

/** What of the decorator's `http` and `transport` is no data, or is decided elsewhere. */
export interface HttpSurroundings {
  /** False for hosts that are handed requests: what they would bind to says nothing about host names. */
  readonly listens?: boolean;
  readonly originCheck?: OriginCheck | undefined;
  /** `transport.distributedMode`. */
  readonly distributed?: boolean;
}

/** @throws {ServiceError} CONFIG_INVALID for CORS options that would open the server to every page */
export function resolveHttpSettings(options: HttpOptionsModel, environment: Environment, around: HttpSurroundings = {}): HttpSettings {
  const { listens = true, originCheck } = around;
  const distributed = around.distributed === true || environment.SERVICE_DEPLOYMENT_MODE === 'distributed';
  const bindAddress = resolveBindAddress(options, environment, distributed);
  const { dnsRebindingProtection: protection } = options.security;
  const socketPath = options.socketPath ?? environment.SERVICE_SOCKET_PATH;
  // Nobody reaches a socket file by name: its permissions are the boundary (document 2).
  const namesCount = listens && socketPath === undefined;
  return {
    entryPath: normaliseEntryPath(options.entryPath ?? environment.SERVICE_HTTP_ENTRY_PATH ?? ''),
    bodyLimit: options.bodyLimit,
    urlencodedLimit: options.urlencodedLimit,
    bodyTimeoutMs: environment.SERVICE_BODY_TIMEOUT_SECONDS * 1000,
    bindAddress,
    socketPath,
    loopbackOnly: listens && (socketPath !== undefined || isLoopbackAddress(bindAddress)),
    distributed,
    hosts: derivePolicy({
      enabled: protection.enabled ?? true,
      bindAddress: namesCount ? bindAddress : undefined,
      allowedHosts: protection.allowedHosts ?? environment.SERVICE_ALLOWED_HOSTS,
    }),
    allowedOrigins: protection.enabled === false ? undefined : protection.allowedOrigins,
    securityHeaders: resolveSecurityHeaders(options.securityHeaders, environment),
    cors: resolveCors(options, environment, originCheck),
    trustedProxies: environment.SERVICE_TRUST_PROXY,
    publicUrl: environment.SERVICE_PUBLIC_URL,
  };
}

/** Option, then variable, then `strict` and distributed mode, then loopback (document 2): `strict` changes nothing but what is said in the audit. */
export function resolveBindAddress(
  options: HttpOptionsModel,
  environment: Environment,
  distributed = environment.SERVICE_DEPLOYMENT_MODE === 'distributed',
): string {
  const named = options.security.bindAddress ?? environment.SERVICE_BIND_ADDRESS;
  if (named === 'loopback') return '127.0.0.1';
  if (named === 'all') return '0.0.0.0';
  if (named !== undefined) return named;
  return distributed ? '0.0.0.0' : '127.0.0.1';
}

/** A leading slash is added, trailing ones are dropped; nothing means the root. */
export function normaliseEntryPath(path: string): string {
  let end = path.length;
  while (end > 0 && path[end - 1] === '/') end--;
  const trimmed = path.slice(0, end);
  if (trimmed === '') return '/';
  return trimmed.startsWith('/') ? trimmed : `/${trimmed}`;
}
