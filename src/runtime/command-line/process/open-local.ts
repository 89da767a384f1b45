import type { Host } from '../../hosts/host.ts';
import { openHostLog } from '../../hosts/host-log.ts';
import { createLogFile } from '../../hosts/log-file.ts';
import { nodeHost, readNodeEnvironment } from '../../hosts/process-environment.ts';
import { openApplication } from '../../hosts/open-application.ts';
import type { ProcessEnvironment } from '../../options/env.ts';
import type { Globals } from '../arguments/flag.ts';
import type { ChannelConnection } from '../../client/channel-connection.ts';
import { connectLocally } from './connect-locally.ts';
import type { CommandLineServer } from '../settings.ts';

/** The process of a command. The person at the terminal operates the server, and may read why a call failed. */
export const commandHost: Host<ProcessEnvironment> = {
  ...nodeHost,
  describe: (environment) => ({
    ...nodeHost.describe(environment),
    surface: 'cli',
    tellsFailures: environment.NODE_ENV !== 'production',
  }),
};

/** Starts the server in this process, with nothing that listens. Its log goes to a file, and to standard error with `--verbose`. */
export async function openLocal(hosted: CommandLineServer, { logDir, verbose }: Globals): Promise<ChannelConnection> {
  const read = await readNodeEnvironment(hosted);
  const environment = logDir === undefined ? read : { ...read, SERVICE_LOG_DIR: logDir };
  const file = createLogFile(hosted.settings.name, environment, new Date());
  const log = openHostLog(hosted, environment, (line) => {
    file.write(line);
    if (verbose === true) process.stderr.write(line);
  });
  const application = await openApplication(hosted, { environment, host: commandHost, log });
  await application.start();
  return connectLocally(application);
}
