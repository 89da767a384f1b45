import { inspect } from 'node:util';
import type { LegacyTransport } from '../client/transports.ts';
import { TestClientError } from '../errors.ts';

/** What `test.use()` takes. */
export interface UseOptions {
  /** Entry file, run with a TypeScript runner from the folder of the run; a value with a space is a command of the shell. */
  readonly server?: string;
  /** Address of a server that runs already; with `server` too, clients connect here. */
  readonly baseUrl?: string;
  /** Port of the server; 0 and absent: the first free one from 51000. */
  readonly port?: number;
  /** Name that the search for a free port begins from. */
  readonly project?: string;
  /** Path where MCP is served; `/` when absent. */
  readonly entryPath?: string;
  /** Transport that clients speak. */
  readonly transport?: LegacyTransport;
  /** Clients ask for no anonymous token. */
  readonly publicMode?: boolean;
  /** Variables of the server; a `JWT_SECRET` here also signs the tokens of `auth`. */
  readonly env?: Readonly<Record<string, string>>;
  /** Milliseconds until the server must answer; 30000 when absent. */
  readonly startupTimeout?: number;
  /** Level of the server's log. */
  readonly logLevel?: 'debug' | 'info' | 'warn' | 'error';
  /** Describes the server's sign-in; changes nothing there. `mode: 'public'` keeps `mcp` anonymous. */
  readonly auth?: { readonly mode?: string; readonly type?: string };
}

/** Several calls as one: the last value of each option wins, entries of `env` are added. */
export function mergeOptions(calls: readonly UseOptions[]): UseOptions {
  let merged: UseOptions = {};
  for (const call of calls) {
    const given = Object.fromEntries(Object.entries(call).filter(([, value]) => value !== undefined));
    merged = { ...merged, ...given, ...(call.env ? { env: { ...merged.env, ...call.env } } : {}) };
  }
  return merged;
}

interface Rule {
  readonly wants: string;
  readonly holds: (value: unknown) => boolean;
}

const text: Rule = { wants: 'a text', holds: (value) => typeof value === 'string' };
const object: Rule = { wants: 'an object', holds: (value) => typeof value === 'object' && value !== null };
const oneOf = (...values: readonly string[]): Rule => ({
  wants: `one of ${values.join(', ')}`,
  holds: (value) => values.some((known) => known === value),
});

const rules: Readonly<Record<keyof UseOptions, Rule>> = {
  server: text,
  baseUrl: {
    wants: 'an address such as http://localhost:3000',
    holds: (value) => typeof value === 'string' && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol),
  },
  port: {
    wants: 'a whole number from 0 to 65535',
    holds: (value) => typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 65_535,
  },
  project: text,
  entryPath: text,
  transport: oneOf('streamable-http', 'sse'),
  publicMode: { wants: 'true or false', holds: (value) => typeof value === 'boolean' },
  env: object,
  startupTimeout: { wants: 'a number of milliseconds', holds: (value) => typeof value === 'number' && value > 0 },
  logLevel: oneOf('debug', 'info', 'warn', 'error'),
  auth: object,
};

const isOption = (name: string): name is keyof UseOptions => Object.hasOwn(rules, name);

/** Specs run without a type check. @throws {TestClientError} for an option that is not there, or of another kind */
export function checkOptions(options: UseOptions, caller = 'test.use()'): void {
  for (const [name, value] of Object.entries(options)) {
    if (!isOption(name)) throw new TestClientError(`${caller} has no option ${name}. Options: ${Object.keys(rules).join(', ')}.`);
    const { holds, wants } = rules[name];
    if (value !== undefined && !holds(value)) throw new TestClientError(`${caller}: ${name} must be ${wants}, not ${inspect(value)}.`);
  }
}
