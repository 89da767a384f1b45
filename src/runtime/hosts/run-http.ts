import type { AddressInfo } from 'node:net';
import { isProduction } from '../define/index.ts';
import type { Application } from '../features/application/compose.ts';
import { ServiceError } from '../errors/index.ts';
import { auditHttp } from '../http/audit.ts';
import type { HttpSettings } from '../http/http-settings.ts';
import { endApplication } from './end-application.ts';
import { NodeServer } from './node-server.ts';
import { findPortOwner } from './port-owner.ts';
import { listenOnSocket } from './unix-socket.ts';

export interface HttpRun {
  /** Port that was given out when 0 was asked for; 0 on a socket file. */
  readonly port: number;
  readonly url: string;
  /** Lets running calls finish for at most `seconds`, then ends everything within as long again. True: all calls finished. */
  stop(seconds: number): Promise<boolean>;
}

interface ListenSettings {
  readonly port: number;
  /** Milliseconds in which a body must have arrived. */
  readonly bodyTimeoutMs: number;
}

/** Milliseconds that features, providers and stores get to end, however little calls got. */
const minEndMs = 2_000;

/**
 * Listens on TCP, or on a socket file alone.
 * @throws {ServiceError} `LISTEN_FAILED` naming the port and, where the system tells, its owner
 */
export async function runHttp(application: Application, place: ListenSettings): Promise<HttpRun> {
  const node = new NodeServer(application.handle, { ...application.http, bodyTimeoutMs: place.bodyTimeoutMs });
  await application.start();
  tellAudit(application);
  const opened = await open(node, application.http, place.port);
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
  /** Takes away what would outlive the server. */
  readonly remove: () => void;
}

/** A socket file, and then no port at all, or TCP. */
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

/** Where a mistake in the settings is open to others, the operator reads what they mean before the first request. */
function tellAudit({ http, logger, runtime }: Application): void {
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
