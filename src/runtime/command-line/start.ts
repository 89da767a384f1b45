import { homedir } from 'node:os';
import { join } from 'node:path';
import { guardStdout, type GuardedStdout } from '../hosts/guard-stdout.ts';
import { processVariables, nodeHost } from '../hosts/process-environment.ts';
import { exitProcess } from '../hosts/end-application.ts';
import { inspectProcess } from '../options/env.ts';
import { isSwitchedOn } from '../options/variable-row.ts';
import type { Host, Program } from './commands/command.ts';
import { examine } from './process/examine.ts';
import { knownEntries } from './process/known-entries.ts';
import { nodeTerminal } from './process/node-terminal.ts';
import { commandHost, openLocal } from './process/open-local.ts';
import { openSession } from './process/open-session.ts';
import { openBrowser } from '../hosts/sign-in/open-browser.ts';
import { runCommandLine } from './run.ts';
import { abortOnSignals, isBuildServer } from '../terminal/index.ts';
import { programFolder } from './sessions/program-folder.ts';
import { SessionStore } from './sessions/session-store.ts';
import type { CommandLineServer } from './settings.ts';
import { readStartEnvironment } from '../hosts/read-start-environment.ts';
import { startHttp } from '../hosts/start-http.ts';
import { startStdio } from '../hosts/start-stdio.ts';
import type { Globals } from './arguments/flag.ts';
import { UsageFault } from './failures.ts';

/** The longest time of a timer. */
const maxTimerMs = 0x7fffffff;

/** Runs the command line of this process against the server that it was built with, then ends the process. */
export async function startCommandLine(hosted: CommandLineServer): Promise<void> {
  const stdout = guardStdout();
  const { host, program } = createProgram(hosted, stdout);
  const args = process.argv.slice(2);
  const wantsStdio = args.length === 0 && isSwitchedOn(processVariables()['SERVICE_STDIO']);
  // A command that listens to the server inside of this process has no socket that would keep the process alive.
  const staying = setInterval(() => undefined, maxTimerMs);
  const code = await runCommandLine(wantsStdio ? ['serve', '--stdio'] : args, program, host);
  clearInterval(staying);
  await stdout.end();
  exitProcess(code);
}

function createProgram(hosted: CommandLineServer, stdout: GuardedStdout): { readonly program: Program; readonly host: Host } {
  const { commandLine = {}, name, variables: configured, version } = hosted.settings;
  const variables = { ...configured, ...processVariables() };
  // Problems with variables are reported when the server starts.
  const { environment } = inspectProcess(variables);
  const program: Program = {
    name,
    version,
    settings: commandLine,
    listed: knownEntries(hosted, { ...commandHost.describe(environment), target: hosted.settings.target }),
  };
  const home = environment.SERVICE_HOME ?? join(homedir(), '.service');
  const store = new SessionStore(join(home, 'cli', programFolder(name)), name);
  const terminal = nodeTerminal(stdout, variables);
  const { release, signal } = abortOnSignals(process, exitProcess);
  const host: Host = {
    terminal,
    store,
    signal,
    open: (opened, globals) => openSession(opened, globals, { signal, store, terminal, openLocal: (flags) => openLocal(hosted, flags) }),
    serve: (options) => {
      // Its host lets running calls finish, however long they take.
      release();
      return serve(hosted, options);
    },
    openBrowser: isBuildServer(variables) ? undefined : openBrowser,
    examine: (globals) => examine({ hosted, program, store, signal, variables }, globals),
  };
  return { program, host };
}

interface Serving {
  readonly port?: number;
  readonly stdio: boolean;
  readonly globals: Globals;
}

/** Serves like a bundle of the target `node`, until a signal stops it. @throws {UsageFault} */
async function serve(hosted: CommandLineServer, { globals, port, stdio }: Serving): Promise<void> {
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
