import type { ServerRuntime } from '../mcp/call/server-runtime.ts';
import type { Environment } from '../options/env.ts';
import type { HttpExchange } from '../web/exchange.ts';
import { hostPolicy } from './guards/foreign-pages.ts';
import type { HostPolicy } from './guards/foreign-pages.ts';
import { corsByVariables } from './headers/cors.ts';
import type { CorsPolicy } from './headers/cors.ts';
import { resolveSecurityHeaders } from './headers/security.ts';
import type { FixedHeaders } from './headers/security.ts';
import type { HostCapabilities, ListenAddress } from './host-capabilities.ts';

/** Settings of the HTTP layer, resolved once at start from options and environment. */
export interface HttpSettings {
  /** `/` or `/path` without a trailing slash. */
  readonly entryPath: string;
  /** Bytes. */
  readonly bodyLimit: number;
  /** Bytes of a form body. */
  readonly urlencodedLimit: number;
  /** Present on hosts that listen themselves. */
  readonly listening: ListenAddress | undefined;
  readonly distributed: boolean;
  readonly hosts: HostPolicy;
  /** Where the code lists who may send an `Origin`. */
  readonly refusesOrigin?: (exchange: HttpExchange) => boolean;
  readonly securityHeaders: FixedHeaders;
  readonly cors: CorsPolicy | undefined;
  /** Proxies whose forwarding headers are believed. */
  readonly trustedProxies: number;
  /** Without a trailing slash. */
  readonly publicUrl: string | undefined;
  /** Prefix of everything that belongs to this endpoint, where there are several; `publicUrl` has it already. */
  readonly mount?: string;
}

/** Settings that every server has. The feature `http-options` replaces those that the code decides. */
export function resolveHttpSettings(
  { declared, model }: ServerRuntime,
  environment: Environment,
  capabilities: HostCapabilities,
): HttpSettings {
  const options = model.options.http;
  const distributed = declared.transport?.distributedMode === true || environment.SERVICE_DEPLOYMENT_MODE === 'distributed';
  const listening = capabilities.listen?.(options, environment, distributed);
  const { allowedHosts, enabled } = options.security.dnsRebindingProtection;
  return {
    entryPath: normaliseEntryPath(options.entryPath ?? environment.SERVICE_HTTP_ENTRY_PATH ?? ''),
    bodyLimit: options.bodyLimit,
    urlencodedLimit: options.urlencodedLimit,
    listening,
    distributed,
    hosts: hostPolicy(enabled === false ? undefined : (allowedHosts ?? environment.SERVICE_ALLOWED_HOSTS ?? listening?.ownHosts)),
    securityHeaders: resolveSecurityHeaders(environment),
    cors: corsByVariables(environment),
    trustedProxies: environment.SERVICE_TRUST_PROXY,
    publicUrl: environment.SERVICE_PUBLIC_URL,
  };
}

/** A leading slash is added, trailing ones are dropped; nothing means the root. */
export const normaliseEntryPath = (path: string): string => `/${path.replace(/^\//, '').replace(/\/+$/, '')}`;
