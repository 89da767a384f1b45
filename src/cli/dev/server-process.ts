import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** How long a server may finish running calls before it is ended. */
const stopLimitMs = 3000;

const endWithParent = new URL('../../../bin/end-with-parent.js', import.meta.url);

export interface ServerProcess {
  /** Ends the running server, if any, and waits until its port is free. */
  stop(): Promise<void>;
  /** Starts the bundle; the one before must have been stopped. */
  start(bundle: string, env: Readonly<Record<string, string | undefined>>): void;
}

export interface ServerEvents {
  readonly print: (line: string) => void;
  /** The server answers, at this address. */
  readonly ready: (url: string) => void;
  /** It ended and nobody had asked for it. */
  readonly exit: (code: number | null) => void;
}

/** The child that serves, in a process group of its own: Ctrl-C reaches it once, through us, so that running calls may finish. */
export function serverProcess(on: ServerEvents): ServerProcess {
  let child: ChildProcess | undefined;
  return {
    start(bundle, env) {
      const started = spawn(process.execPath, ['--enable-source-maps', '--import', endWithParent.href, bundle], {
        env: { ...env },
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
        detached: process.platform !== 'win32',
      });
      for (const stream of [started.stdout, started.stderr]) {
        if (stream === null) continue;
        createInterface({ input: stream }).on('line', (line) => {
          // The host's own announcement: the one place that knows the address after every option and variable.
          const url = / is listening at (\S+)$/.exec(line)?.[1];
          if (url === undefined) on.print(line);
          else if (child === started) on.ready(url);
        });
      }
      // 'close' comes after the last line of its output.
      started.once('close', (code) => {
        if (child !== started) return;
        child = undefined;
        on.exit(code);
      });
      child = started;
    },
    async stop() {
      const ending = child;
      child = undefined;
      if (ending === undefined || ending.exitCode !== null || ending.signalCode !== null) return;
      const ended = once(ending, 'exit');
      ending.kill('SIGTERM');
      const timer = setTimeout(() => ending.kill('SIGKILL'), stopLimitMs);
      await ended;
      clearTimeout(timer);
    },
  };
}
