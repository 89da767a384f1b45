import { type ComposedCore, composeCore } from '../../features/application/compose-core.ts';
import { assemblyStepsOf } from '../../features/application/define-feature.ts';
import { tellsFailures, type AnyClass } from '../../define/index.ts';
import { configInvalid } from '../../errors/index.ts';
import type { HttpSettings } from '../../http/http-settings.ts';
import type { AssembledServer, AssemblyInput } from '../../mcp/assembly/assemble.ts';
import { runtimeOf } from '../../mcp/call/create-server-runtime.ts';
import type { LoggingModel } from '../../model/server-model.ts';
import type { Environment } from '../../options/env.ts';
import { logLevelNames } from '../../options/log-levels.ts';
import { cleanRecord, createLogger, type Logger, printTextRecord } from '../../std/index.ts';
import type { HostedServer } from '../host.ts';

/** What a page decides of the server in it. */
export interface PageSettings {
  /** Variables for plugins and options that name one: a page has no environment. `NODE_ENV` is `production` when absent. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Takes each line of the log. Default: `console.warn`. */
  readonly log?: (line: string) => void;
}

/** A server in a page, and how it becomes one. */
export interface PageOpening extends PageSettings {
  readonly hosted: HostedServer;
  readonly assemble: (server: AnyClass, input: AssemblyInput) => Promise<AssembledServer>;
  readonly logging: LoggingModel;
}

/** A page listens nowhere. */
const http: HttpSettings = {
  entryPath: '/',
  bodyLimit: Infinity,
  urlencodedLimit: Infinity,
  listening: undefined,
  distributed: false,
  hosts: { hosts: undefined, passed: new Set() },
  securityHeaders: { sent: {} },
  cors: undefined,
  trustedProxies: 0,
  publicUrl: undefined,
};

/**
 * Opens a server in a page.
 * @throws {ServiceError} what is wrong with the server
 */
export async function openPage({
  assemble,
  hosted,
  log = (line) => console.warn(line),
  logging,
  variables,
}: PageOpening): Promise<ComposedCore> {
  const { constants, features, revisions, server, settings } = hosted;
  const environment = readVariables({ ...settings.variables, ...variables });
  const logger = openLog(logging, environment, log);
  const steps = assemblyStepsOf(features);
  const { NODE_ENV: env } = environment;
  const runtime = runtimeOf(await assemble(server, { constants, logger, steps }), {
    constants,
    steps,
    logger,
    environment: {
      os: 'unknown',
      runtime: 'browser',
      deployment: 'browser',
      surface: 'mcp',
      env: env ?? 'production',
      tellsFailures: tellsFailures(env),
      ...(settings.target === undefined ? {} : { target: settings.target }),
    },
  });
  const core = composeCore({ runtime, revisions, features, environment, http, logger });
  await core.start();
  return core;
}

function readVariables(variables: Readonly<Record<string, string>>): Environment {
  const variable = (name: string): string | undefined =>
    Object.hasOwn(variables, name) ? variables[name]?.trim() || undefined : undefined;
  const given = variable('SERVICE_LOG_LEVEL');
  const SERVICE_LOG_LEVEL = logLevelNames.find((name) => name === given);
  if (given !== SERVICE_LOG_LEVEL) throw configInvalid(`SERVICE_LOG_LEVEL: expected one of ${logLevelNames.join(', ')}`);
  return { variable, NODE_ENV: variable('NODE_ENV'), SERVICE_LOG_LEVEL, SERVICE_TRUST_PROXY: 0 };
}

/** Warnings and errors, unless the code or a variable asks for more: a page's console is its developer's. */
function openLog(logging: LoggingModel, { SERVICE_LOG_LEVEL }: Environment, log: (line: string) => void): Logger {
  const { console: isOn, level, levelInCode, prefix: name = '', redactFields, stacks } = logging;
  const redaction = { names: new Set(redactFields), stacks: stacks !== false };
  const shown = levelInCode === true ? level : (SERVICE_LOG_LEVEL ?? 'warn');
  return createLogger((record) => log(printTextRecord(cleanRecord(record, redaction))), isOn === false ? 'off' : shown, { name });
}
