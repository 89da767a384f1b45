import type { HttpOptionsModel } from '../model/index.ts';
import type { Environment } from '../options/env.ts';
import { answerJson } from '../web/json-answer.ts';
import { answerNotFoundPage } from './answers.ts';
import { loopbackHosts } from './guards/foreign-pages.ts';
import { uncached } from './headers/security.ts';
import type { HostCapabilities } from './host-capabilities.ts';

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
      // Nobody reaches a socket file by name: its permissions are the boundary.
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
