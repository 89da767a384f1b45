import type { AddressInfo } from 'node:net';
import { isProduction } from '../define/index.ts';
import type { Application } from '../features/application/compose.ts';
import { ServiceError } from '../errors/index.ts';
import { auditHttp } from '../http/audit.ts';
import { warnOfUnansweredUrl } from '../http/guards/foreign-pages.ts';
import { warnOfKeptHeaders } from '../http/headers/security.ts';
import type { HttpSettings } from '../http/http-settings.ts';
import { endApplication } from './end-application.ts';
import { NodeServer } from './node-server.ts';
import { findPortOwner } from './port-owner.ts';
import { listenOnSocket } from './unix-socket.ts';

export interface HttpRun {
  /** The port in use, also when 0 was requested; 0 on a socket file. */
  readonly port: number;
  readonly url: string;
  /** Lets running calls finish for at most `seconds`, then closes the rest within the same time. True: all calls finished. */
  stop(seconds: number): Promise<boolean>;
}

interface ListenSettings {
  readonly port: number;
  /** Milliseconds in which a body must have arrived. */
  readonly bodyTimeoutMs: number;
}

/** Minimum of milliseconds for features, providers and stores to close. */
const minEndMs = 2_000;

/**
 * Listens on TCP, or on a socket file alone.
 * @throws {ServiceError} `LISTEN_FAILED` naming the port and, where the system tells, its owner
 */
export async function runHttp(application: Application, settings: ListenSettings): Promise<HttpRun> {
  const node = new NodeServer(application.handle, {
    ...application.http,
    bodyTimeoutMs: settings.bodyTimeoutMs,
    healthPaths: application.healthPaths,
  });
  await application.start();
  warnOfUnansweredUrl(application.http, application.logger);
  warnOfKeptHeaders(application);
  logAudit(application);
  const opened = await open(node, application.http, settings.port);
  return {
    port: opened.port,
    url: opened.url,
    stop: async (seconds) => {
      application.drain();
      const finished = await node.drain(seconds * 1000);
      await endApplication(application, Math.max(minEndMs, seconds * 1000));
      node.server.close();
      node.server.closeAllConnections();
      opened.remove();
      return finished;
    },
  };
}

interface OpenedListener {
  readonly port: number;
  readonly url: string;
  /** Removes the socket file. */
  readonly remove: () => void;
}

/** Listens on a socket file when there is one, else on TCP. */
async function open(node: NodeServer, settings: HttpSettings, wantedPort: number): Promise<OpenedListener> {
  const { entryPath, listening } = settings;
  const { bindAddress = '127.0.0.1', socketPath } = listening ?? {};
  if (socketPath !== undefined) {
    const remove = await listenOnSocket(node.server, socketPath);
    return { port: 0, url: `unix:${socketPath} (path ${entryPath})`, remove };
  }
  await listen(node, wantedPort, bindAddress);
  const address = node.server.address();
  const port = isAddressInfo(address) ? address.port : wantedPort;
  return { port, url: `http://${printHost(bindAddress)}:${port}${entryPath}`, remove: () => undefined };
}

/** Logs risky settings before the first request, where other machines may reach the server. */
function logAudit({ http, logger, runtime }: Application): void {
  if (!http.distributed && !isProduction(runtime.environment)) return;
  for (const { code, level, message } of auditHttp(runtime.model.options.http, http)) logger[level](`${code}: ${message}`, { code });
}

function isAddressInfo(address: AddressInfo | string | null): address is AddressInfo {
  return typeof address === 'object' && address !== null;
}

function printHost(bindAddress: string): string {
  if (bindAddress === '0.0.0.0' || bindAddress === '::') return 'localhost';
  return bindAddress.includes(':') ? `[${bindAddress}]` : bindAddress;
}

function listen(node: NodeServer, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    node.server.once('error', (failure: NodeJS.ErrnoException) => reject(describeListenFailure(failure, port, host)));
    node.server.listen({ port, host }, () => resolve());
  });
}

function describeListenFailure(failure: NodeJS.ErrnoException, port: number, host: string): ServiceError {
  const options = { status: 500, expose: true, cause: failure };
  if (failure.code === 'EADDRINUSE') {
    const owner = findPortOwner(port);
    const by = owner === undefined ? 'by another process' : `by ${owner}`;
    return new ServiceError('LISTEN_FAILED', `Port ${port} on ${host} is in use ${by}. Stop it, or set PORT to another port.`, options);
  }
  if (failure.code === 'EACCES') {
    return new ServiceError(
      'LISTEN_FAILED',
      `Port ${port} on ${host} may not be opened by this user. Set PORT to a port above 1023.`,
      options,
    );
  }
  if (failure.code === 'EADDRNOTAVAIL') {
    return new ServiceError(
      'LISTEN_FAILED',
      `${host} is no address of this machine. Set SERVICE_BIND_ADDRESS to loopback, all or an own address.`,
      options,
    );
  }
  return new ServiceError('LISTEN_FAILED', `Cannot listen on ${host}:${port}: ${failure.message}`, options);
}
