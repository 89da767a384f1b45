import type { HttpOptionsModel } from '../model/index.ts';
import type { Environment } from '../options/env.ts';
import { derivePolicy } from './guards/host.ts';
import type { HostPolicy } from './guards/host.ts';

/** What the HTTP layer reads of options and environment, settled once at start. */
export interface HttpSettings {
  /** `/` or `/path` without a trailing slash. */
  readonly entryPath: string;
  /** Bytes. */
  readonly bodyLimit: number;
  readonly bindAddress: string;
  readonly hosts: HostPolicy;
  readonly allowedOrigins: readonly string[] | undefined;
}

/** What of the decorator's `http` is decided elsewhere. */
export interface HttpSurroundings {
  /** False for hosts that are handed requests: what they would bind to says nothing about host names. */
  readonly listens?: boolean;
}

export function resolveHttpSettings(options: HttpOptionsModel, environment: Environment, around: HttpSurroundings = {}): HttpSettings {
  const { listens = true } = around;
  const bindAddress = resolveBindAddress(options, environment);
  const { dnsRebindingProtection: protection } = options.security;
  return {
    entryPath: normaliseEntryPath(options.entryPath ?? environment.SERVICE_HTTP_ENTRY_PATH ?? ''),
    bodyLimit: options.bodyLimit,
    bindAddress,
    hosts: derivePolicy({
      enabled: protection.enabled ?? true,
      bindAddress: listens ? bindAddress : undefined,
      allowedHosts: protection.allowedHosts ?? environment.SERVICE_ALLOWED_HOSTS,
    }),
    allowedOrigins: protection.enabled === false ? undefined : protection.allowedOrigins,
  };
}

/** Option, then variable, then `strict`, then distributed mode, then loopback (document 2). */
export function resolveBindAddress(options: HttpOptionsModel, environment: Environment): string {
  const named = options.security.bindAddress ?? environment.SERVICE_BIND_ADDRESS;
  if (named === 'loopback') return '127.0.0.1';
  if (named === 'all') return '0.0.0.0';
  if (named !== undefined) return named;
  return environment.SERVICE_DEPLOYMENT_MODE === 'distributed' ? '0.0.0.0' : '127.0.0.1';
}

/** A leading slash is added, trailing ones are dropped; nothing means the root. */
function normaliseEntryPath(path: string): string {
  let end = path.length;
  while (end > 0 && path[end - 1] === '/') end--;
  const trimmed = path.slice(0, end);
  if (trimmed === '') return '/';
  return trimmed.startsWith('/') ? trimmed : `/${trimmed}`;
}
