import { declaredAs } from '../define/index.ts';
import type { AnyClass, RuntimeEnvironment } from '../define/index.ts';
import { createApplication } from '../features/compose.ts';
import type { FeatureFactory } from '../features/feature.ts';
import { createServerRuntime } from '../mcp/call/index.ts';
import type { RuntimeConstants } from '../mcp/call/index.ts';
import type { Revision } from '../mcp/revisions/revision.ts';
import { defaults } from '../options/defaults.ts';
import { logLevelNames } from '../options/env.ts';
import type { Environment } from '../options/env.ts';
import type { Logger, LogLevelName } from '../std/index.ts';
import { nodeProcessFacts } from './node-process-facts.ts';
import { exitProcess } from './process-exit.ts';
import { readStart } from './read-start.ts';
import { readRunnerFlags } from './runner-flags.ts';
import { describeFailure } from './start-report.ts';
import { createHostLogger } from './host-log.ts';

/** What the compiler settled for the host. */
export interface NodeSettings {
  readonly name: string;
  readonly version: string;
  readonly entryPath: string;
  readonly port: number;
  /** Variables from the project's configuration; one that is set where the server runs wins. */
  readonly variables: Readonly<Record<string, string>>;
}

export interface StartNodeOptions {
  readonly server: AnyClass;
  readonly constants: RuntimeConstants;
  readonly features: readonly FeatureFactory[];
  readonly revisions: readonly Revision[];
  readonly settings: NodeSettings;
}

/** Runs a server as this process: over HTTP, or over stdio with `--stdio` or `SERVICE_STDIO=1`. Every failure is one clear line and exit code 1. */
export async function startNode(options: StartNodeOptions): Promise<void> {
  const { settings } = options;
  const request = readRunnerFlags(process.argv.slice(2));
  if (request.kind === 'unsupported') {
    process.stderr.write(`unsupported flag '${request.flag}' on the server runner.\n`);
    exitProcess(2);
  }
  if (request.kind !== 'serve') {
    const { answerRunnerQuestion } = await import('./runner-answers.ts');
    answerRunnerQuestion(request.kind, settings);
    return;
  }
  try {
    const environment = await readStart(options.server, { ...settings.variables, ...setVariables(process.env) });
    if (request.stdio || environment.SERVICE_STDIO) await startStdio(options, environment);
    else await startHttp(options, environment);
  } catch (failure) {
    process.stderr.write(`${settings.name}: ${describeFailure(failure)}\n`);
    exitProcess(1);
  }
}

/** An unset variable must not hide the configured one. */
function setVariables(source: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(Object.entries(source).filter((pair): pair is [string, string] => pair[1] !== undefined));
}

/** What `availableWhen` and error texts ask: an unset `NODE_ENV` is development. */
function describeEnvironment(environment: Environment): RuntimeEnvironment {
  return {
    os: process.platform,
    runtime: 'node',
    deployment: environment.SERVICE_DEPLOYMENT_MODE ?? 'standalone',
    surface: 'mcp',
    env: environment.NODE_ENV ?? 'development',
  };
}

/** The operator's word, then the author's. Read from the declaration: the logger is there before the model. */
function logLevelOf(server: AnyClass, environment: Environment): LogLevelName {
  if (environment.SERVICE_LOG_LEVEL !== undefined) return environment.SERVICE_LOG_LEVEL;
  const logging = declaredAs('server', server)?.options.logging;
  const level = typeof logging === 'object' && logging !== null && 'level' in logging ? logging.level : undefined;
  return logLevelNames.find((name) => name === level) ?? defaults.logLevel;
}

async function openApplication(options: StartNodeOptions, environment: Environment, logger: Logger) {
  const { settings } = options;
  const runtime = await createServerRuntime(options.server, {
    constants: options.constants,
    logger,
    environment: describeEnvironment(environment),
  });
  const withPath = { ...environment, SERVICE_HTTP_ENTRY_PATH: environment.SERVICE_HTTP_ENTRY_PATH ?? settings.entryPath };
  return createApplication({
    runtime,
    revisions: options.revisions,
    features: options.features,
    environment: withPath,
    logger,
    process: nodeProcessFacts,
  });
}

async function startHttp(options: StartNodeOptions, environment: Environment): Promise<void> {
  const { settings } = options;
  const logger = createHostLogger(environment, (line) => void process.stderr.write(line), logLevelOf(options.server, environment));
  const { runHttp } = await import('./run-http.ts');
  const application = await openApplication(options, environment, logger);
  const run = await runHttp(application, { port: application.runtime.model.options.http.port ?? environment.PORT ?? settings.port });
  process.stderr.write(`${settings.name} ${settings.version} is listening at ${run.url}\n`);
  stopOnSignals(() => {
    const stopped = run.stop(environment.SERVICE_DRAIN_SECONDS);
    process.stderr.write(`${settings.name} is stopping\n`);
    return stopped;
  });
}

/** The first signal lets running calls finish; a second one does not wait. */
function stopOnSignals(stop: () => Promise<unknown>): void {
  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (stopping) exitProcess(1);
      stopping = true;
      void stop().then(() => exitProcess(0));
    });
  }
}

async function startStdio(options: StartNodeOptions, environment: Environment): Promise<void> {
  const { settings } = options;
  const { guardStdout } = await import('./guard-stdout.ts');
  const { openLogFile } = await import('./log-file.ts');
  const { serveStdio } = await import('./stdio.ts');
  const stdout = guardStdout();
  const file = openLogFile(settings.name, environment, new Date());
  const say = (text: string): void => {
    process.stderr.write(text);
    file?.write(text);
  };
  stdout.divertTo(say);
  const application = await openApplication(
    options,
    environment,
    createHostLogger(environment, say, logLevelOf(options.server, environment)),
  );
  await application.start();
  await serveStdio({ application, out: stdout });
  file?.close();
  exitProcess(0);
}
