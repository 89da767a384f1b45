import type { Host, HostedServer } from '../host.ts';
import { openHostLog } from '../host-log.ts';
import { nodeHost, readNodeEnvironment } from '../process-environment.ts';
import { openApplication } from '../open-application.ts';
import { DirectServer } from './direct-server.ts';

export interface DirectOptions {
  readonly surface?: 'mcp' | 'cli';
  readonly onDispose?: () => void;
}

/** Opens a server to be called as an object: no listener. */
export async function openDirect(hosted: HostedServer, { onDispose, surface = 'mcp' }: DirectOptions = {}): Promise<DirectServer> {
  const environment = await readNodeEnvironment(hosted);
  const log = openHostLog(hosted, environment, (line) => void process.stderr.write(line));
  const host: Host = { ...nodeHost, describe: (variables) => ({ ...nodeHost.describe(variables), surface }) };
  const application = await openApplication(hosted, { environment, host, log });
  await application.start();
  return new DirectServer(application, onDispose);
}
