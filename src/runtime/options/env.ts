import { ServiceError } from '../errors/index.ts';
import { describeText } from './describe-class.ts';
import { httpVariables } from './http-variables.ts';
import { logLevelNames } from './log-levels.ts';
import { oneOf, readAll, secret, text, type ReadRow, type ValuesOf } from './variable-row.ts';
import { processRows } from './process-rows.ts';
import { redisRows } from './redis-rows.ts';

/** The environment of a host: `process.env` on Node, bindings on a worker. */
export type EnvironmentSource = Readonly<Record<string, string | undefined>>;

/** Variables of every host. */
const sharedRows = {
  ...httpVariables,
  KV_REST_API_URL: text,
  KV_REST_API_TOKEN: text,
  NODE_ENV: text,
  SERVICE_DEPLOYMENT_MODE: oneOf(['distributed', 'serverless', 'standalone', 'browser']),
  MCP_SESSION_SECRET: secret,
  JWT_SECRET: text,
  VAULT_SECRET: text,
  SERVICE_LOG_LEVEL: oneOf(logLevelNames),
} as const;

export const environmentNames: readonly string[] = /* @__PURE__ */ [sharedRows, redisRows, processRows].flatMap(Object.keys);

/** Rows that only some hosts read. */
type HostRows = typeof redisRows & typeof processRows;
export type EnvironmentName = keyof typeof sharedRows | keyof HostRows;

/** Values that may be absent may be left out, too. */
type Sparse<Values> = { readonly [Name in keyof Values as undefined extends Values[Name] ? never : Name]: Values[Name] } & {
  readonly [Name in keyof Values as undefined extends Values[Name] ? Name : never]?: Values[Name];
};

export type Environment = Sparse<ValuesOf<typeof sharedRows>> & {
  readonly [Name in keyof HostRows]?: ValuesOf<HostRows>[Name] | undefined;
} & {
  /** A variable that an option names (`auth.tokensEnv`); empty text counts as unset. */
  readonly variable: (name: string) => string | undefined;
  /** What a worker's platform has under a name beside its variables: stores, other services. */
  readonly binding?: (name: string) => unknown;
};

/** The environment of a Node process. */
export type ProcessEnvironment = Environment & ValuesOf<HostRows>;

/** Every variable, invalid ones at their defaults, and the problems of the invalid ones. */
export interface Inspected<E extends Environment = Environment> {
  readonly environment: E;
  readonly problems: readonly string[];
}

/**
 * Reads every variable once. Empty text counts as unset.
 * @throws {ServiceError} `CONFIG_INVALID` naming every variable with a bad value, what was expected and what kind of value it is: the value itself may be a secret
 */
export function readEnvironment(source: EnvironmentSource): ProcessEnvironment {
  const { environment, problems } = inspectProcess(source);
  if (problems.length > 0)
    throw new ServiceError('CONFIG_INVALID', `Bad environment: ${problems.join('; ')}`, { status: 500, expose: true });
  return environment;
}

/** Variables of a host without a process, such as a worker. */
export const inspectShared = (source: EnvironmentSource): Inspected => inspect(source, (read) => readAll(sharedRows, read));

/** Variables of a server that Node calls with requests: it has the stores of a process, and neither a port nor files of its own. */
export const inspectCalled = (source: EnvironmentSource): Inspected =>
  inspect(source, (read) => ({ ...readAll(sharedRows, read), ...readAll(redisRows, read) }));

export const inspectProcess = (source: EnvironmentSource): Inspected<ProcessEnvironment> =>
  inspect(source, (read) => ({ ...readAll(sharedRows, read), ...readAll(redisRows, read), ...readAll(processRows, read) }));

/**
 * The variables of a platform that are set: an unset or empty one must not hide a configured one. Bindings beside the variables (stores,
 * other services) are not text.
 */
export const nonEmptyVariables = (source: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(source).filter((pair): pair is [string, string] => typeof pair[1] === 'string' && pair[1].trim() !== ''),
  );

function inspect<Values extends ValuesOf<typeof sharedRows>>(source: EnvironmentSource, readRows: (read: ReadRow) => Values) {
  const problems: string[] = [];
  const read: ReadRow = (name, row) => {
    const value = source[name]?.trim();
    if (value === undefined || value === '') return row.fallback;
    try {
      return row.parse(value);
    } catch (failure) {
      problems.push(`${name}: ${failure instanceof Error ? failure.message : 'not readable'} (got ${describeText(value)})`);
      return row.fallback;
    }
  };
  const values = readRows(read);
  if (values.SERVICE_CORS_ORIGINS?.includes('*') === true && values.SERVICE_CORS_CREDENTIALS === true)
    problems.push('SERVICE_CORS_CREDENTIALS: cannot be combined with SERVICE_CORS_ORIGINS=*: list the origins');
  const variable = (name: string): string | undefined => (Object.hasOwn(source, name) ? source[name]?.trim() || undefined : undefined);
  return { environment: { variable, ...values }, problems };
}

const byBuild = 'the build decides it; use --target';

/** Documented variables without effect, each with what to set instead; the start warns of them. */
export const unreadVariables = {
  SERVICE_BUILD_TARGET: byBuild,
  SERVICE_PROVIDER: byBuild,
  SERVICE_WORKER: byBuild,
  SERVICE_SERVERLESS: 'set SERVICE_DEPLOYMENT_MODE=serverless',
  SERVICE_SQLITE_PATH: 'set the option sqlite.path',
  SERVICE_DAEMON_SOCKET: 'set SERVICE_SOCKET_PATH',
  SERVICE_RUN_TASK_ID: 'tasks run in the process of their server',
  SERVICE_SCHEMA_EXTRACT: 'use service inspect',
  SERVICE_CLI_VERBOSE: 'use --verbose',
  SERVICE_DEV_BOOTSTRAP_SENTINEL: 'service dev needs none',
  MCP_ELICITATION_SECRET: 'set MCP_SESSION_SECRET, which seals questions too',
} as const;
