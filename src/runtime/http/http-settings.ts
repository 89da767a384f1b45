import type { ServerRuntime } from '../mcp/call/server-runtime.ts';
import type { Environment } from '../options/env.ts';
import type { HttpAnswer, HttpExchange } from '../web/exchange.ts';
import { hostPolicy, type HostPolicy, loopbackHosts } from './guards/foreign-pages.ts';
import { corsByVariables, type CorsPolicy } from './headers/cors.ts';
import { type FixedHeaders, resolveSecurityHeaders, uncached } from './headers/security.ts';
import type { HttpOptionsModel } from '../model/index.ts';
import { answerJson } from '../web/json-answer.ts';
import { answerNotFoundPage } from './answers.ts';

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

/** HTTP of a host: whether it listens itself, and how it answers outside of the protocol. */
export interface HostCapabilities {
  /** Bytes of an answer where the server sets no limit; absent where any size can be sent. */
  readonly standardMaxBytes?: number;
  /** Where it listens. Absent: requests are handed to the host, and no bound address tells which host names are its own. */
  readonly listen?: (options: HttpOptionsModel, environment: Environment, distributed: boolean) => ListenAddress;
  /** The answer of the health check. */
  readonly health: (runtime: ServerRuntime, includeDetails: boolean) => () => HttpAnswer;
  /** The answer for an unknown path, given where the endpoint is. */
  readonly answerUnknown: (entryPath: string) => (exchange: HttpExchange) => HttpAnswer;
}

interface ListenAddress {
  readonly bindAddress: string;
  /** A file to listen on, and then on no port. */
  readonly socketPath: string | undefined;
  /** Only programs of this computer reach it. */
  readonly loopbackOnly: boolean;
  /** Host names that can only be its own; undefined where any may be. */
  readonly ownHosts: readonly string[] | undefined;
}

/** HTTP of a host that listens itself. */
export const listeningCapabilities: HostCapabilities = {
  listen: (options, environment, distributed) => {
    const socketPath = options.socketPath ?? environment.SERVICE_SOCKET_PATH;
    const bindAddress = resolveBindAddress(options, environment, distributed);
    const isLoopback = isLoopbackAddress(bindAddress);
    return {
      bindAddress,
      socketPath,
      loopbackOnly: socketPath !== undefined || isLoopback,
      // A socket file has no host name: its permissions are the boundary.
      ownHosts: socketPath === undefined && isLoopback ? [...loopbackHosts, bindAddress] : undefined,
    };
  },
  health: ({ environment, model, now }, includeDetails) => {
    const { name, version } = model.info;
    const { os, runtime, deployment, env } = environment;
    const started = now();
    const place = includeDetails ? { runtime: { platform: os, runtime, deployment, env } } : {};
    return () =>
      answerJson(200, { status: 'ok', server: { name, version }, ...place, uptime: Math.floor((now() - started) / 1000) }, uncached);
  },
  answerUnknown:
    () =>
    ({ method, path }) =>
      answerNotFoundPage(method, path),
};

/** Option, then variable, then `strict` and distributed mode, then loopback: `strict` binds as its absence does, and decides over host checks. */
export function resolveBindAddress({ security }: HttpOptionsModel, environment: Environment, distributed: boolean): string {
  const named = security.bindAddress ?? environment.SERVICE_BIND_ADDRESS ?? (distributed ? 'all' : 'loopback');
  return named === 'loopback' ? '127.0.0.1' : named === 'all' ? '0.0.0.0' : named;
}

/** Reached from this computer only. */
const isLoopbackAddress = (address: string): boolean => address === 'localhost' || address === '::1' || /^127(\.\d{1,3}){3}$/.test(address);
