import { nodeHost, processVariables } from '../../hosts/process-environment.ts';
import { readStartEnvironment } from '../../hosts/read-start-environment.ts';
import { startHttp } from '../../hosts/start-http.ts';
import { startStdio } from '../../hosts/start-stdio.ts';
import type { Globals } from '../arguments/flag.ts';
import { UsageFault } from '../failures.ts';
import type { CommandLineServer } from '../settings.ts';

interface Serving {
  readonly port?: number;
  readonly stdio: boolean;
  readonly globals: Globals;
}

/** Serves like a bundle of the target `node`, until a signal stops it. @throws {UsageFault} */
export async function serve(hosted: CommandLineServer, { globals, port, stdio }: Serving): Promise<void> {
  if (port !== undefined && (stdio || port < 0 || port > 65_535))
    throw new UsageFault(stdio ? '--port has no effect with --stdio' : '--port must be from 0 to 65535');
  const inCode = hosted.constants.model?.options.http.port;
  if (port !== undefined && inCode !== undefined && inCode !== port)
    throw new UsageFault(`--port has no effect: http.port is ${inCode} in the code of the server`);
  // Flags win over variables, and the hosts read variables alone.
  const variables = {
    ...hosted.settings.variables,
    ...processVariables(),
    ...(port === undefined ? {} : { PORT: String(port) }),
    ...(globals.logDir === undefined ? {} : { SERVICE_LOG_DIR: globals.logDir }),
  };
  const environment = await readStartEnvironment(hosted, variables, nodeHost);
  if (stdio || environment.SERVICE_STDIO) return startStdio(hosted, environment);
  await startHttp(hosted, environment);
  return new Promise(() => undefined);
}
