import { ServiceError } from '../errors/index.ts';

/** Environment as a host hands it over: `process.env` on Node, bindings on a worker. */
export type EnvironmentSource = Readonly<Record<string, string | undefined>>;

interface VariableRow<T> {
  readonly type: string;
  readonly meaning: string;
  /** Shown in the documentation when the default is not one value. */
  readonly defaultText: string;
  /** @throws {Error} whose message says what was expected */
  readonly parse: (text: string) => T;
  readonly fallback: T;
}

const text = (meaning: string, fallback?: string): VariableRow<string | undefined> => ({
  type: 'text',
  meaning,
  defaultText: fallback ?? 'none',
  parse: (value) => value,
  fallback,
});

const toggle = (meaning: string): VariableRow<boolean> => ({
  type: 'switch (1, true, on; 0, false, off)',
  meaning,
  defaultText: 'off',
  parse: (value) => {
    const word = value.toLowerCase();
    if (['1', 'true', 'on', 'yes'].includes(word)) return true;
    if (['0', 'false', 'off', 'no'].includes(word)) return false;
    throw new Error('expected 1, true, on, 0, false or off');
  },
  fallback: false,
});

const integer = <T extends number | undefined>(
  meaning: string,
  range: { least: number; most: number; fallback: T },
): VariableRow<number | T> => ({
  type: `integer ${range.least}–${range.most}`,
  meaning,
  defaultText: range.fallback === undefined ? 'none' : String(range.fallback),
  parse: (value) => {
    const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
    if (number >= range.least && number <= range.most) return number;
    throw new Error(`expected an integer from ${range.least} to ${range.most}`);
  },
  fallback: range.fallback,
});

const list = (meaning: string): VariableRow<readonly string[] | undefined> => ({
  type: 'comma-separated list',
  meaning,
  defaultText: 'none',
  parse: (value) => {
    const items = value.split(',').map((item) => item.trim());
    const kept = items.filter((item) => item !== '');
    if (kept.length === 0) throw new Error('expected at least one item');
    return kept;
  },
  fallback: undefined,
});

const oneOf = <const T extends string>(meaning: string, words: readonly T[], fallback: T): VariableRow<T> => ({
  type: words.join(' | '),
  meaning,
  defaultText: fallback,
  parse: (value) => {
    const word = words.find((candidate) => candidate === value.toLowerCase());
    if (word === undefined) throw new Error(`expected one of ${words.join(', ')}`);
    return word;
  },
  fallback,
});

/** Every variable that a server reads, as data: documentation and `--help` are printed from it. */
export const environmentRows = {
  PORT: integer('Port to listen on; the `http.port` option wins.', { least: 0, most: 65_535, fallback: undefined }),
  NODE_ENV: text('`production` turns development conveniences off.'),
  SERVICE_BIND_ADDRESS: text('Address to bind: `loopback`, `all` or an address; the `http.security.bindAddress` option wins.'),
  SERVICE_ALLOWED_HOSTS: list('Host names to answer; `allowedHosts` in code wins.'),
  SERVICE_HTTP_ENTRY_PATH: text('Path of the MCP endpoint; `http.entryPath` in code wins.'),
  SERVICE_PUBLIC_URL: text('Address under which clients reach the server.'),
  SERVICE_DEPLOYMENT_MODE: text('`distributed` for several instances behind one address.'),
  MCP_SESSION_SECRET: text('Secret that sessions and the state of asking calls are sealed with; the same on every instance.'),
  JWT_SECRET: text('Secret that access tokens are signed with; without `MCP_SESSION_SECRET` sealing keys are derived from it.'),
  SERVICE_STDIO: toggle('Serve stdio instead of HTTP.'),
  SERVICE_HOME: text('Folder for logs and keys; `~/.service` when unset.'),
  SERVICE_LOG_DIR: text('Folder for log files; `<home>/logs` when unset.'),
  SERVICE_LOGS_MAX: integer('Log files to keep; 0 writes none.', { least: 0, most: 10_000, fallback: 25 }),
  SERVICE_LOG_LEVEL: oneOf('Least weight of what is logged.', ['debug', 'verbose', 'info', 'warn', 'error', 'off'], 'info'),
  SERVICE_DRAIN_SECONDS: integer('Seconds that running calls get to finish on shutdown.', { least: 0, most: 3600, fallback: 10 }),
} as const;

type Rows = typeof environmentRows;
export type EnvironmentName = keyof Rows;
export type Environment = { readonly [Name in EnvironmentName]: ReturnType<Rows[Name]['parse']> | Rows[Name]['fallback'] };

/**
 * Reads every variable once. Empty text counts as unset.
 * @throws {ServiceError} `CONFIG_INVALID` naming every variable with a bad value, without repeating the value
 */
export function readEnvironment(source: EnvironmentSource): Environment {
  const problems: string[] = [];
  const read = <T>(name: EnvironmentName, row: VariableRow<T>): T => {
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
    PORT: read('PORT', rows.PORT),
    NODE_ENV: read('NODE_ENV', rows.NODE_ENV),
    SERVICE_BIND_ADDRESS: read('SERVICE_BIND_ADDRESS', rows.SERVICE_BIND_ADDRESS),
    SERVICE_ALLOWED_HOSTS: read('SERVICE_ALLOWED_HOSTS', rows.SERVICE_ALLOWED_HOSTS),
    SERVICE_HTTP_ENTRY_PATH: read('SERVICE_HTTP_ENTRY_PATH', rows.SERVICE_HTTP_ENTRY_PATH),
    SERVICE_PUBLIC_URL: read('SERVICE_PUBLIC_URL', rows.SERVICE_PUBLIC_URL),
    SERVICE_DEPLOYMENT_MODE: read('SERVICE_DEPLOYMENT_MODE', rows.SERVICE_DEPLOYMENT_MODE),
    MCP_SESSION_SECRET: read('MCP_SESSION_SECRET', rows.MCP_SESSION_SECRET),
    JWT_SECRET: read('JWT_SECRET', rows.JWT_SECRET),
    SERVICE_STDIO: read('SERVICE_STDIO', rows.SERVICE_STDIO),
    SERVICE_HOME: read('SERVICE_HOME', rows.SERVICE_HOME),
    SERVICE_LOG_DIR: read('SERVICE_LOG_DIR', rows.SERVICE_LOG_DIR),
    SERVICE_LOGS_MAX: read('SERVICE_LOGS_MAX', rows.SERVICE_LOGS_MAX),
    SERVICE_LOG_LEVEL: read('SERVICE_LOG_LEVEL', rows.SERVICE_LOG_LEVEL),
    SERVICE_DRAIN_SECONDS: read('SERVICE_DRAIN_SECONDS', rows.SERVICE_DRAIN_SECONDS),
  };
  if (problems.length > 0)
    throw new ServiceError('CONFIG_INVALID', `Bad environment: ${problems.join('; ')}`, { status: 500, expose: true });
  return environment;
}
