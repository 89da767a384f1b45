import type { ProcessEnvironment } from '../options/env.ts';
import { listeningCapabilities } from '../http/http-settings.ts';
import { largeAnswerBytes } from '../mcp/output-limit.ts';
import { guardStdout } from './guard-stdout.ts';
import { openHostLog } from './host-log.ts';
import type { HostedServer } from './host.ts';
import { createLogFile } from './log-file.ts';
import { keepServing } from './keep-serving.ts';
import { nodeHost } from './process-environment.ts';
import { openApplication } from './open-application.ts';
import { exitProcess } from './end-application.ts';
import { serveStdio } from './stdio.ts';

/** A larger line would end the session of official clients. */
const stdioHost = { ...nodeHost, capabilities: { ...listeningCapabilities, standardMaxBytes: largeAnswerBytes } };

/** Serves the one client at stdin and stdout until it goes away, then ends the process. Whatever else is printed goes to stderr and a file. */
export async function startStdio(hosted: HostedServer, environment: ProcessEnvironment): Promise<never> {
  const { settings } = hosted;
  const stdout = guardStdout();
  const file = createLogFile(settings.name, environment, new Date());
  const say = (text: string): void => {
    process.stderr.write(text);
    file.write(text);
  };
  stdout.divertTo(say);
  // Clients hide stderr, so the file says that they started the server, and which one.
  file.write(`${settings.name} ${settings.version} is serving stdio\n`);
  const log = openHostLog(hosted, environment, say);
  const application = await openApplication(hosted, { environment, host: stdioHost, log });
  await application.start();
  keepServing(log.logger, { name: settings.name, mapStack: hosted.mapStack, write: say });
  await serveStdio({ application, out: stdout });
  file.close();
  return exitProcess(0);
}
