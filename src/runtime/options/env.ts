import { ServiceError } from '../errors/index.ts';
import { httpVariables, readHttpVariables } from './http-variables.ts';
import { readStorageVariables, storageVariables } from './storage-variables.ts';
import { integer, oneOf, text, toggle, type VariableRow } from './variable-row.ts';

/** Environment as a host hands it over: `process.env` on Node, bindings on a worker. */
export type EnvironmentSource = Readonly<Record<string, string | undefined>>;

/** Weights of log records, lightest first; `off` silences all. */
export const logLevelNames = ['debug', 'verbose', 'info', 'warn', 'error', 'off'] as const;

/** Every variable that a server reads, as data: documentation and `--help` are printed from it. */
export const environmentRows = {
  ...httpVariables,
  ...storageVariables,
  PORT: integer('Port to listen on; the `http.port` option wins.', { least: 0, most: 65_535, fallback: undefined }),
  NODE_ENV: text('`production` turns development conveniences off.'),
  SERVICE_DEPLOYMENT_MODE: text('`distributed` for several instances behind one address.'),
  MCP_SESSION_SECRET: text('Secret that sessions and the state of asking calls are sealed with; the same on every instance.'),
  JWT_SECRET: text(
    'Secret of at least 32 bytes that access tokens are signed with; without `MCP_SESSION_SECRET` sealing keys are derived from it.',
  ),
  VAULT_SECRET: text('Secret that the keys of the credential vault and the secure store are derived from; `JWT_SECRET` when unset.'),
  SERVICE_STDIO: toggle('Serve stdio instead of HTTP.'),
  SERVICE_HOME: text('Folder for logs and keys; `~/.service` when unset.'),
  SERVICE_LOG_DIR: text('Folder for log files; `<home>/logs` when unset.'),
  SERVICE_LOGS_MAX: integer('Log files to keep; 0 writes none.', { least: 0, most: 10_000, fallback: 25 }),
  SERVICE_LOG_LEVEL: oneOf('Least weight of what is logged; wins over `logging.level` in code.', logLevelNames, 'logging.level'),
  SERVICE_DRAIN_SECONDS: integer('Seconds that running calls get to finish on shutdown.', { least: 0, most: 3600, fallback: 10 }),
} as const;

type Rows = typeof environmentRows;
export type EnvironmentName = keyof Rows;
export type Environment = { readonly [Name in EnvironmentName]: ReturnType<Rows[Name]['parse']> | Rows[Name]['fallback'] } & {
  /** A variable that an option names (`auth.tokensEnv`); empty text counts as unset. */
  readonly variable: (name: string) => string | undefined;
};

/**
 * Reads every variable once. Empty text counts as unset.
 * @throws {ServiceError} `CONFIG_INVALID` naming every variable with a bad value, without repeating the value
 */
export function readEnvironment(source: EnvironmentSource): Environment {
  const { environment, problems } = inspectEnvironment(source);
  if (problems.length > 0)
    throw new ServiceError('CONFIG_INVALID', `Bad environment: ${problems.join('; ')}`, { status: 500, expose: true });
  return environment;
}

/** Every variable, a bad one at its default, and what is wrong with the bad ones. */
export function inspectEnvironment(source: EnvironmentSource): { readonly environment: Environment; readonly problems: readonly string[] } {
  const problems: string[] = [];
  const read = <T>(name: string, row: VariableRow<T>): T => {
    const value = source[name]?.trim();
    if (value === undefined || value === '') return row.fallback;
    try {
      return row.parse(value);
    } catch (failure) {
      problems.push(`${name}: ${failure instanceof Error ? failure.message : 'not readable'}`);
      return row.fallback;
    }
  };
  const rows = environmentRows;
  const environment: Environment = {
    variable: (name) => (Object.hasOwn(source, name) ? source[name]?.trim() || undefined : undefined),
    ...readHttpVariables(read),
    ...readStorageVariables(read),
    PORT: read('PORT', rows.PORT),
    NODE_ENV: read('NODE_ENV', rows.NODE_ENV),
    SERVICE_DEPLOYMENT_MODE: read('SERVICE_DEPLOYMENT_MODE', rows.SERVICE_DEPLOYMENT_MODE),
    MCP_SESSION_SECRET: read('MCP_SESSION_SECRET', rows.MCP_SESSION_SECRET),
    JWT_SECRET: read('JWT_SECRET', rows.JWT_SECRET),
    VAULT_SECRET: read('VAULT_SECRET', rows.VAULT_SECRET),
    SERVICE_STDIO: read('SERVICE_STDIO', rows.SERVICE_STDIO),
    SERVICE_HOME: read('SERVICE_HOME', rows.SERVICE_HOME),
    SERVICE_LOG_DIR: read('SERVICE_LOG_DIR', rows.SERVICE_LOG_DIR),
    SERVICE_LOGS_MAX: read('SERVICE_LOGS_MAX', rows.SERVICE_LOGS_MAX),
    SERVICE_LOG_LEVEL: read('SERVICE_LOG_LEVEL', rows.SERVICE_LOG_LEVEL),
    SERVICE_DRAIN_SECONDS: read('SERVICE_DRAIN_SECONDS', rows.SERVICE_DRAIN_SECONDS),
  };
  if (environment.SERVICE_CORS_ORIGINS?.includes('*') === true && environment.SERVICE_CORS_CREDENTIALS === true)
    problems.push('SERVICE_CORS_CREDENTIALS: cannot be combined with SERVICE_CORS_ORIGINS=*: list the origins');
  return { environment, problems };
}
