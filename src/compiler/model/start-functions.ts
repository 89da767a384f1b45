/* The functions of `@service/sdk` that start or connect a server, and their form in a compiled project. */
import type { Span } from './span.ts';

/** A use of a start function in the sources. */
export interface StartCall {
  readonly name: string;
  readonly span: Span;
  /** It is called with the class that has `@Service`, which a bundle can do on its own server. */
  readonly startsServer: boolean;
}

const elsewhere = 'Call it in a test or in a program of its own, outside of the build';

/** The form that a bundle serves, for functions that have one. */
const servedForm: Readonly<Record<string, string>> = {
  bootstrap: 'Call `bootstrap(Server)` with the class that has `@Service`, or leave the call out: the bundle listens by itself',
  runStdio: 'Call `runStdio(Server)` with the class that has `@Service`, or leave the call out and run the bundle with `--stdio`',
  createHandler: 'Call `createHandler(Server)` with the class that has `@Service`',
  createFetchHandler: 'Call `createFetchHandler(Server)` with the class that has `@Service`',
  createDirect: 'Call `createDirect(Server)` with the class that has `@Service`',
  ServiceInstance: 'Call its functions as `ServiceInstance.bootstrap(Server)`, with the class that has `@Service`',
};

const instead: Readonly<Record<string, string>> = {
  ...servedForm,
  runUnixSocket: 'Set `http.socketPath` or SERVICE_SOCKET_PATH and call `bootstrap(Server)`, or leave the call out',
};

/** Documented members of `ServiceInstance` that this version does not have. */
const absentStarts: Readonly<Record<string, string>> = {
  createForGraph: 'Call `createDirect(Server)`: it builds the server without a listener; `service inspect` prints what a server declares',
  createForCli: 'Call `createDirect(Server)`: it builds the server without a listener; `--target cli` builds a command line of it',
};

/** Whether a name is a member of `ServiceInstance`, in this version or in others. */
export const isStart = (name: string): boolean => startFunctions.has(name) || Object.hasOwn(absentStarts, name);

/** Whether a bundle has the function, for its own server. */
export const isServedStart = (name: string): boolean => name !== 'ServiceInstance' && Object.hasOwn(servedForm, name);

/** All names, as `@service/sdk` exports them. */
export const startFunctions: ReadonlySet<string> = new Set([
  ...Object.keys(instead),
  'create',
  'clearCreateCache',
  'clearAdapterNames',
  'connect',
  'connectOpenAI',
  'connectClaude',
  'connectLangChain',
  'connectVercelAI',
]);

/** The remedy for a use that no bundle can serve. */
export const insteadOfStart = (name: string): string => instead[name] ?? absentStarts[name] ?? elsewhere;

/** For targets whose platform calls the bundle. */
export const insteadOfStartThere =
  'Move the call into a file of its own that imports the class, and run that file where Node runs; the platform calls what this bundle exports';
