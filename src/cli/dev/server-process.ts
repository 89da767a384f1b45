import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';

/** How long a server may finish running calls before it is ended. */
const stopLimitMs = 3000;

export interface ServerProcess {
  /** Ends the running server, if any, and waits until its port is free. */
  stop(): Promise<void>;
  /** Starts the bundle; the one before must have been stopped. */
  start(bundle: string, env: Readonly<Record<string, string | undefined>>): void;
}

/** The child that serves. What it prints is passed to stderr; `onExit` hears of an end that nobody asked for. */
export function serverProcess(on: { readonly print: (text: string) => void; readonly exit: (code: number | null) => void }): ServerProcess {
  let child: ChildProcess | undefined;
  return {
    start(bundle, env) {
      const started = spawn(process.execPath, ['--enable-source-maps', bundle], { env: { ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
      for (const stream of [started.stdout, started.stderr]) stream.setEncoding('utf8').on('data', (text: string) => on.print(text));
      started.once('exit', (code) => {
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
      const ended = new Promise<void>((resolve) => ending.once('exit', () => resolve()));
      ending.kill('SIGTERM');
      const timer = setTimeout(() => ending.kill('SIGKILL'), stopLimitMs);
      await ended;
      clearTimeout(timer);
    },
  };
}
