import { listeningPresence } from '../../http/listening-presence.ts';
import { openHostLog } from '../host-log.ts';
import type { HostedServer } from '../host-settings.ts';
import { describeNode, readNodeEnvironment } from '../process-environment.ts';
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
  const place = { ...describeNode(environment), surface };
  const application = await openApplication(hosted, { environment, place, log, presence: listeningPresence });
  await application.start();
  return new DirectServer(application, onDispose);
}
