import type { LegacyTransport } from '../client/transports.ts';

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
