import { declaredAs } from '../define/index.ts';
import { type CalledStarts, serveCalls } from './bundle-start-functions.ts';
import { mayStart } from './start-ownership.ts';
import type { HostedServer } from './host.ts';
import { readNodeEnvironment } from './process-environment.ts';
import { startNode } from './node.ts';
import { readRunnerFlags } from './runner-flags.ts';
import { type RunningServer, startHttp } from './start-http.ts';
import { startStdio } from './start-stdio.ts';

export interface CalledServer extends HostedServer {
  readonly starts: CalledStarts;
  /** Its class is declared in the project's entry, which starts it unless it says otherwise. */
  readonly isInEntry: boolean;
}

/**
 * Runs a bundle whose sources call start functions: as they say, as an uncompiled program would. Questions (`--help`, …) are answered
 * instead. Where nothing was called by now the bundle starts itself, unless `serve: false` or a file of its own leaves that to a later call.
 */
export function startWhenCalled({ isInEntry, starts, ...hosted }: CalledServer): void {
  const { kind } = readRunnerFlags(process.argv.slice(2));
  if (kind === 'help' || kind === 'version' || kind === 'print-manifest') {
    void startNode(hosted);
    return;
  }
  serveCalls(hosted, starts);
  const isLeftToCalls = !isInEntry || declaredAs('server', hosted.server)?.options['serve'] === false;
  if (!isLeftToCalls && mayStart(hosted.server)) void startNode(hosted);
}

/** `bootstrap` of a bundle: over HTTP, or over stdio with `--stdio` or `SERVICE_STDIO=1`, which clients set for any bundle. */
export async function serveBundle(hosted: HostedServer): Promise<RunningServer> {
  const environment = await readNodeEnvironment(hosted);
  const request = readRunnerFlags(process.argv.slice(2));
  if ((request.kind === 'serve' && request.stdio) || environment.SERVICE_STDIO) return startStdio(hosted, environment);
  return startHttp(hosted, environment);
}

/** `runStdio` of a bundle. */
export const serveBundleStdio = async (hosted: HostedServer): Promise<void> => startStdio(hosted, await readNodeEnvironment(hosted));
