import { createInterface } from 'node:readline';
import { type ServerEvents, type ServerProcess, ServerSource, stopServer, type ServerChild } from './server-process.ts';
import { StdioBridge } from './stdio-bridge.ts';

/** A server that speaks stdio with one client, which stays connected while it is replaced. */
export interface BridgedServer extends ServerProcess {
  /** Settles when the client has gone. */
  readonly clientGone: Promise<void>;
}

interface StdioEnds {
  readonly input: NodeJS.ReadableStream;
  /** One line for the client. */
  readonly toClient: (line: string) => void;
  /** Reason that no server answers, for errors. */
  readonly whyDown: () => string;
}

/** The child of `service dev --stdio`, behind a bridge. */
export function stdioServer(on: ServerEvents, ends: StdioEnds): BridgedServer {
  const bridge = new StdioBridge(ends);
  const source = new ServerSource('pipe');
  let child: ServerChild | undefined;
  const lines = createInterface({ input: ends.input, crlfDelay: Number.POSITIVE_INFINITY });
  lines.on('line', (line) => {
    if (line.trim() !== '') bridge.receive(line);
  });
  const clientGone = new Promise<void>((resolve) => lines.once('close', resolve)).then(() => bridge.close());
  return {
    clientGone,
    prepare: () => source.prepare(),
    close: () => source.close(),
    start(bundle, env) {
      const started = source.start(bundle, { ...env, SERVICE_STDIO: '1' });
      child = started;
      createInterface({ input: started.stdout }).on('line', (line) => bridge.fromServer(line));
      createInterface({ input: started.stderr }).on('line', on.print);
      // The child may end between two lines; its exit is reported below.
      started.stdin?.on('error', () => undefined);
      started.once('close', (code) => {
        if (child !== started) return;
        child = undefined;
        bridge.disconnect();
        on.exit(code);
      });
      bridge.connect((line) => void started.stdin?.write(`${line}\n`));
      on.ready('stdio');
    },
    async stop() {
      const ending = child;
      child = undefined;
      bridge.pause();
      if (ending !== undefined) await stopServer(ending);
      bridge.disconnect();
    },
  };
}
