import { configInvalid } from '../errors/index.ts';
import type { AnyClass } from '../define/index.ts';
import { takeOver } from './start-ownership.ts';
import type { FetchHandler } from './fetch.ts';
import type { HostedServer } from './host.ts';
import type { DirectServer } from './in-process/direct-server.ts';
import type { NodeHandler } from './node-handler.ts';
import type { RunningServer } from './start-http.ts';

/** The start functions that the sources of a bundle call; the bundle leaves out the others. */
export interface CalledStarts {
  readonly bootstrap?: (hosted: HostedServer) => Promise<RunningServer>;
  readonly createDirect?: (hosted: HostedServer) => Promise<DirectServer>;
  readonly createFetchHandler?: (hosted: HostedServer) => FetchHandler;
  readonly createHandler?: (hosted: HostedServer) => Promise<NodeHandler>;
  readonly runStdio?: (hosted: HostedServer) => Promise<void>;
}

interface Composed {
  readonly hosted: HostedServer;
  readonly starts: CalledStarts;
}

const slot: { composed?: Promise<Composed>; settle?: (composed: Composed) => void } = {};

const composed = (): Promise<Composed> => (slot.composed ??= new Promise((resolve) => (slot.settle = resolve)));

/** Lets the calls that were made while the modules loaded, and all later ones, start the server of the bundle. */
export function serveCalls(hosted: HostedServer, starts: CalledStarts): void {
  void composed();
  slot.settle?.({ hosted, starts });
}

/** While a build evaluates the definitions, nothing is composed and a call never returns. */
async function startOf<Name extends keyof CalledStarts>(
  name: Name,
  given: AnyClass,
): Promise<{ readonly hosted: HostedServer; readonly start: NonNullable<CalledStarts[Name]> }> {
  const { hosted, starts } = await composed();
  const start = starts[name];
  if (given === hosted.server && start !== undefined) return { hosted, start };
  const instead = `call ${name}(${hosted.server.name}) with the class itself`;
  throw configInvalid(`A bundle starts no other server than its own: ${instead}`);
}

/** Serves the bundle's server: over HTTP, or over stdio where the process is asked for that. */
export async function bootstrap(server: AnyClass): Promise<RunningServer> {
  takeOver(server, 'bootstrap');
  const { hosted, start } = await startOf('bootstrap', server);
  return start(hosted);
}

/** Serves the bundle's server over stdio, whatever the process is asked for. */
export async function runStdio(server: AnyClass): Promise<void> {
  takeOver(server, 'runStdio');
  const { hosted, start } = await startOf('runStdio', server);
  return start(hosted);
}

export async function createHandler(server: AnyClass): Promise<NodeHandler> {
  takeOver(server);
  const { hosted, start } = await startOf('createHandler', server);
  return start(hosted);
}

export function createFetchHandler(server: AnyClass): FetchHandler {
  takeOver(server);
  const handler = startOf('createFetchHandler', server).then(({ hosted, start }) => start(hosted));
  return async (request, env, scope) => (await handler)(request, env, scope);
}

export async function createDirect(server: AnyClass): Promise<DirectServer> {
  takeOver(server);
  const { hosted, start } = await startOf('createDirect', server);
  return start(hosted);
}

/** The start functions under one name. */
export const ServiceInstance = { bootstrap, createHandler, createFetchHandler, createDirect, runStdio } as const;
