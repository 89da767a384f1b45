import type { ProcessEnvironment } from '../options/env.ts';
import { openHostLog } from './host-log.ts';
import type { HostedServer } from './host.ts';
import { keepServing } from './keep-serving.ts';
import { nodeHost } from './process-environment.ts';
import { openHttpApplication } from './open-application.ts';
import { exitProcess } from './end-application.ts';
import { runHttp } from './run-http.ts';

/** A server that listens. */
export interface RunningServer {
  /** Address of the MCP endpoint. */
  readonly url: string;
  /** Lets running calls finish within `SERVICE_DRAIN_SECONDS`, then ends everything. True: all calls finished. */
  close(): Promise<boolean>;
}

/** Listens as the options and variables say, until a signal or {@link RunningServer.close}. */
export async function startHttp(hosted: HostedServer, environment: ProcessEnvironment): Promise<RunningServer> {
  const { settings } = hosted;
  const log = openHostLog(hosted, environment, (line) => void process.stderr.write(line));
  const application = await openHttpApplication(hosted, { environment, host: nodeHost, log });
  const run = await runHttp(application, {
    port: application.runtime.model.options.http.port ?? environment.PORT ?? settings.port,
    bodyTimeoutMs: environment.SERVICE_BODY_TIMEOUT_SECONDS * 1000,
  });
  const forgetFailures = keepServing(log.logger, {
    name: settings.name,
    mapStack: hosted.mapStack,
    write: (text) => void process.stderr.write(text),
  });
  let stopped: Promise<boolean> | undefined;
  const stop = (): Promise<boolean> => (stopped ??= run.stop(environment.SERVICE_DRAIN_SECONDS));
  const forgetSignals = stopOnSignals(() => {
    const ended = stop();
    process.stderr.write(`${settings.name} is stopping\n`);
    return ended;
  });
  // Last: a program that waits for this line may send a signal next.
  process.stderr.write(`${settings.name} ${settings.version} is listening at ${run.url}\n`);
  return {
    url: run.url,
    close: () => {
      forgetSignals();
      forgetFailures();
      return stop();
    },
  };
}

/** The first signal lets running calls finish; a second one does not wait. */
function stopOnSignals(stop: () => Promise<unknown>): () => void {
  let stopping = false;
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const heard = (): void => {
    if (stopping) exitProcess(1);
    stopping = true;
    void stop().then(() => exitProcess(0));
  };
  for (const signal of signals) process.on(signal, heard);
  return () => signals.forEach((signal) => process.off(signal, heard));
}
