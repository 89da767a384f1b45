/*
 * What a program calls to run an uncompiled server by itself. Hosts are loaded when one is asked for: importing `@service/sdk` loads none.
 * A build has no part in this: in a bundle the same names are those of `./hosts/bundle-start-functions.ts`.
 */
import type { FetchHandler } from './hosts/fetch.ts';
import type { InProcessClient, ConnectOptions } from './hosts/in-process/client.ts';
import { sessionOptions } from './hosts/in-process/session-options.ts';
import type { CreateConfig } from './hosts/in-process/create.ts';
import type { DirectServer } from './hosts/in-process/direct-server.ts';
import type { NodeHandler } from './hosts/node-handler.ts';
import type { HostedServer } from './hosts/host.ts';
import type { RunningServer } from './hosts/start-http.ts';
import type { ServerGiven } from './hosts/uncompiled.ts';
import { takeOver } from './hosts/start-ownership.ts';
import type { ServerMetadata } from './define/index.ts';

export type { ConnectOptions, CreateConfig, DirectServer, FetchHandler, InProcessClient, NodeHandler, RunningServer, ServerGiven };

/** Before anything is awaited: the decorator of a class in the same file must not start it too. */
function hostOf(given: ServerGiven, listener?: string): Promise<HostedServer> {
  takeOver(given, listener);
  return import('./hosts/uncompiled.ts').then(({ hostUncompiled }) => hostUncompiled(given));
}

/**
 * Builds a server and listens, as its options and the environment say.
 * @param given a class decorated with `@Service({ serve: false })`, or the decorator's options
 * @throws {ServiceError} `CONFIG_INVALID`, `INVALID_DECORATOR_METADATA`, `LISTEN_FAILED`
 *
 * @example
 * const server = await bootstrap({ info: { name: 'demo', version: '1.0.0' }, tools: [add] });
 * console.error(server.url);
 */
export async function bootstrap(given: ServerGiven): Promise<RunningServer> {
  const hosted = await hostOf(given, 'bootstrap');
  const [{ startHttp }, { readNodeEnvironment }] = await Promise.all([
    import('./hosts/start-http.ts'),
    import('./hosts/process-environment.ts'),
  ]);
  return startHttp(hosted, await readNodeEnvironment(hosted));
}

/**
 * The request handler `(req, res)` for a `node:http` server of your own.
 * @throws {ServiceError} what keeps the server from starting: its options, its secrets, a store that cannot be reached
 *
 * @example
 * createServer(await createHandler({ info: { name: 'demo', version: '1.0.0' }, tools: [add] })).listen(3000);
 */
export async function createHandler(given: ServerGiven): Promise<NodeHandler> {
  const [hosted, { createNodeHandler }] = await Promise.all([hostOf(given), import('./hosts/node-handler.ts')]);
  return createNodeHandler(hosted);
}

/** A web-standard handler `(Request, env?, scope?) => Response`; the server is built by the first request. */
export function createFetchHandler(given: ServerGiven): FetchHandler {
  const handler = Promise.all([hostOf(given), import('./hosts/node-fetch.ts')]).then(([hosted, node]) =>
    node.createNodeFetchHandler(hosted),
  );
  return async (request, env, scope) => (await handler)(request, env, scope);
}

/** Serves one client over stdin and stdout until it goes away, then ends the process. */
export async function runStdio(given: ServerGiven): Promise<void> {
  const hosted = await hostOf(given, 'runStdio');
  const [{ startStdio }, { readNodeEnvironment }] = await Promise.all([
    import('./hosts/start-stdio.ts'),
    import('./hosts/process-environment.ts'),
  ]);
  return startStdio(hosted, await readNodeEnvironment(hosted));
}

/** Serves HTTP on a Unix socket. */
export function runUnixSocket({ socketPath, ...options }: ServerMetadata & { readonly socketPath: string }): Promise<RunningServer> {
  return bootstrap({ ...options, http: { ...options.http, socketPath } });
}

/** A server that is called as an object, without a listener. @throws {ServiceError} what is wrong with the server */
export async function createDirect(given: ServerGiven): Promise<DirectServer> {
  takeOver(given);
  return (await import('./hosts/in-process/create.ts')).createDirect(given);
}

/** As {@link createDirect}, from a flat config: entries at top level, one server per `cacheKey`. */
export async function create(config: CreateConfig): Promise<DirectServer> {
  return (await import('./hosts/in-process/create.ts')).create(config);
}

/** Forgets what `cacheKey`s of {@link create} stand for. */
export async function clearCreateCache(): Promise<void> {
  (await import('./hosts/in-process/create.ts')).clearCreateCache();
}

/** Frees the names of all adapters in this process: for tests that leave servers open. */
export async function clearAdapterNames(): Promise<void> {
  (await import('./plugins/index.ts')).clearAdapterNames();
}

/** A client of a server in this process; the server ends with it. The client's name chooses the shape of lists and results. */
export async function connect(config: ServerGiven | CreateConfig, given: string | ConnectOptions = {}): Promise<InProcessClient> {
  takeOver(config);
  return (await import('./hosts/in-process/create.ts')).connect(config, given);
}

/** @param given a session id, or the options of {@link connect} */
type ConnectNamed = (config: ServerGiven | CreateConfig, given?: string | Omit<ConnectOptions, 'clientInfo'>) => Promise<InProcessClient>;

const connectAs =
  (name: string): ConnectNamed =>
  (config, given = {}) =>
    connect(config, { ...sessionOptions(given), clientInfo: { name, version: '1.0.0' } });

/** {@link connect} with tools as OpenAI's function calling takes them. */
export const connectOpenAI = connectAs('openai');
/** {@link connect} with tools as the Claude API takes them. */
export const connectClaude = connectAs('claude');
/** {@link connect} with tools as LangChain takes them. */
export const connectLangChain = connectAs('langchain');
/** {@link connect} with tools as the Vercel AI SDK takes them. */
export const connectVercelAI = connectAs('vercel-ai');

/** The start functions under one name. */
export const ServiceInstance = {
  bootstrap,
  createHandler,
  createFetchHandler,
  createDirect,
  runStdio,
  runUnixSocket,
} as const;
