/* What a compiled project does in the place of a function that starts or connects a server. */

const elsewhere = 'Call it in a test or in a program of its own, outside of the build';

const instead: Readonly<Record<string, string>> = {
  bootstrap: 'Remove the call and run the bundle: it listens where `http` and PORT say',
  runStdio: 'Remove the call and run the bundle with `--stdio`, or with SERVICE_STDIO=1',
  runUnixSocket: 'Remove the call and run the bundle with SERVICE_SOCKET_PATH, or set `http.socketPath`',
  createFetchHandler: 'Remove the call and build with `--target worker`: the bundle exports the handler',
  createHandler: 'Run the bundle behind your server, or call it in a program of its own, outside of the build',
  ServiceInstance:
    'Remove its calls and run the bundle: over HTTP for `bootstrap`, with `--stdio` for `runStdio`, with SERVICE_SOCKET_PATH for `runUnixSocket`; `--target worker` exports a fetch handler',
};

/** @param name an export of `@service/sdk` that no bundle has */
export const insteadOfStart = (name: string): string => instead[name] ?? elsewhere;
