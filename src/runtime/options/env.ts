import { ServiceError } from '../errors/index.ts';
import { describeText } from './describe-class.ts';
import { httpVariables } from './http-variables.ts';
import { storageVariables } from './storage-variables.ts';
import { integer, oneOf, text, toggle, type ValuesOf, type VariableRow } from './variable-row.ts';

/** Environment as a host hands it over: `process.env` on Node, bindings on a worker. */
export type EnvironmentSource = Readonly<Record<string, string | undefined>>;

/** Weights of log records, lightest first; `off` silences all. */
export const logLevelNames = ['debug', 'verbose', 'info', 'warn', 'error', 'off'] as const;

/** Every variable that a server reads. */
const environmentRows = {
  ...httpVariables,
  ...storageVariables,
  PORT: integer({ least: 0, most: 65_535, fallback: undefined }),
  NODE_ENV: text,
  SERVICE_DEPLOYMENT_MODE: oneOf(['distributed', 'serverless', 'standalone', 'browser']),
  MCP_SESSION_SECRET: text,
  JWT_SECRET: text,
  VAULT_SECRET: text,
  SERVICE_STDIO: toggle,
  SERVICE_HOME: text,
  SERVICE_LOG_DIR: text,
  SERVICE_LOGS_MAX: integer({ least: 0, most: 10_000, fallback: 25 }),
  SERVICE_LOG_LEVEL: oneOf(logLevelNames),
  SERVICE_DRAIN_SECONDS: integer({ least: 0, most: 3600, fallback: 10 }),
} as const;

export const environmentNames: readonly string[] = /* @__PURE__ */ Object.keys(environmentRows);
export type EnvironmentName = keyof typeof environmentRows;
export type Environment = ValuesOf<typeof environmentRows> & {
  /** A variable that an option names (`auth.tokensEnv`); empty text counts as unset. */
  readonly variable: (name: string) => string | undefined;
};

/**
 * Reads every variable once. Empty text counts as unset.
 * @throws {ServiceError} `CONFIG_INVALID` naming every variable with a bad value, what was expected and what kind of value it is: the value itself may be a secret
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
      problems.push(`${name}: ${failure instanceof Error ? failure.message : 'not readable'} (got ${describeText(value)})`);
      return row.fallback;
    }
  };
  const environment: Environment = {
    variable: (name) => (Object.hasOwn(source, name) ? source[name]?.trim() || undefined : undefined),
    ...readAll(environmentRows, read),
  };
  if (environment.SERVICE_CORS_ORIGINS?.includes('*') === true && environment.SERVICE_CORS_CREDENTIALS === true)
    problems.push('SERVICE_CORS_CREDENTIALS: cannot be combined with SERVICE_CORS_ORIGINS=*: list the origins');
  return { environment, problems };
}

function readAll<Rows extends Record<string, VariableRow<unknown>>>(rows: Rows, read: ReadRow): ValuesOf<Rows>;
function readAll(rows: Record<string, VariableRow<unknown>>, read: ReadRow): Record<string, unknown> {
  return Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, read(name, row)]));
}

type ReadRow = (name: string, row: VariableRow<unknown>) => unknown;
