import { checkPluginOptions, type PluginOptionRule } from '@service/sdk/define';
import { configInvalid, isRecord } from '@service/sdk/internal';
import { hostedModules, type DashboardCdn } from './hosted-modules.ts';

/** Options of {@link DashboardPlugin}. They hold for the whole process. */
export interface DashboardOptions {
  /** False: page and endpoint answer 404. True unless `NODE_ENV` is `production` when absent. */
  readonly enabled?: boolean;
  /** Path of the page; the MCP endpoint stays at `/dashboard`. @default '/dashboard' */
  readonly basePath?: string;
  /** Who may see the dashboard: everybody when absent. */
  readonly auth?: DashboardAuth;
  /** Where the page gets its libraries from: addresses of modules, or `self` for the server itself. Hosted modules when absent. */
  readonly cdn?: 'self' | DashboardCdn;
}

/** Access to the dashboard. */
export interface DashboardAuth {
  /** Whether page and endpoint ask for the token. @default false */
  readonly enabled?: boolean;
  /** What they ask for. */
  readonly token?: string;
  /** Variable that holds the token where the server runs, for a build that does not know it. */
  readonly tokenEnv?: string;
}

/** Path of the MCP endpoint, wherever the page is. */
export const endpointPath = '/dashboard';

/** Options with their defaults. */
export interface DashboardSettings {
  /** Undefined: as `NODE_ENV` says. */
  readonly enabled: boolean | undefined;
  readonly basePath: string;
  /** What callers are asked for, or the variable that holds it; undefined: nobody is asked. */
  readonly auth: { readonly token: string } | { readonly variable: string } | undefined;
  readonly cdn: 'self' | DashboardCdn;
}

export const settingsOf = ({ auth, basePath = endpointPath, cdn = {}, enabled }: DashboardOptions): DashboardSettings => ({
  enabled,
  basePath,
  auth: auth?.enabled === true ? credentialOf(auth) : undefined,
  cdn,
});

function credentialOf({ token = '', tokenEnv = '' }: DashboardAuth): DashboardSettings['auth'] {
  if (token !== '') return { token };
  if (tokenEnv !== '') return { variable: tokenEnv };
  // The text of the specification.
  throw configInvalid('dashboard auth.enabled requires auth.token to be set');
}

const flag = (value: unknown): string | undefined => (typeof value === 'boolean' ? undefined : 'true or false');

/**
 * @throws {ServiceError} CONFIG_INVALID when a token is required and not set; INVALID_DECORATOR_METADATA with every other fault, one a line
 */
export function checkDashboardOptions(options: object): void {
  const { auth, cdn } = options as { readonly auth?: unknown; readonly cdn?: unknown };
  if (isRecord(auth)) settingsOf({ auth });
  checkPluginOptions(
    'dashboard',
    { ...options, ...membersOf('auth', auth), ...membersOf('cdn', cdn) },
    {
      enabled: flag,
      basePath: (value) => (typeof value === 'string' && /^\/[\w-][\w/-]*$/.test(value) && !value.endsWith('/') ? undefined : pathRule),
      auth: (value) => (isRecord(value) ? undefined : '{ enabled, token }'),
      'auth.enabled': flag,
      'auth.token': (value) => tokenProblem(value, auth),
      'auth.tokenEnv': (value) => variableProblem(value, auth),
      cdn: (value) => (value === 'self' || isRecord(value) ? undefined : '"self" or addresses of modules'),
      ...Object.fromEntries(
        ['entrypoint', ...Object.keys(hostedModules)].map((name): [string, PluginOptionRule] => [`cdn.${name}`, addressProblem]),
      ),
    },
  );
}

const pathRule = 'a path of letters, digits, _ - and /, that begins with / and does not end with it';

const membersOf = (group: string, value: unknown): object =>
  isRecord(value) ? Object.fromEntries(Object.entries(value).map(([name, member]) => [`${group}.${name}`, member])) : {};

/** Headers carry it. */
export const isToken = (value: unknown): value is string => typeof value === 'string' && /^[\x21-\x7e]+$/.test(value);
export const tokenRule = 'a text of visible ASCII characters, without spaces';

const tokenProblem = (value: unknown, auth: unknown): string | undefined => (isToken(value) ? uselessBecause(auth) : tokenRule);

function variableProblem(value: unknown, auth: unknown): string | undefined {
  if (typeof value !== 'string' || !/^[A-Za-z_]\w*$/.test(value)) return 'the name of a variable';
  return isRecord(auth) && auth['token'] !== undefined ? 'left out: auth.token is set' : uselessBecause(auth);
}

const uselessBecause = (auth: unknown): string | undefined =>
  isRecord(auth) && auth['enabled'] === undefined ? 'left out, or auth.enabled must be true: it protects nothing now' : undefined;

/** Other schemes would run what a page of the server must not. */
function addressProblem(value: unknown): string | undefined {
  if (typeof value === 'string' && URL.canParse(value) && !/["'<>\s;,]/.test(value)) {
    const { hostname, protocol, username } = new URL(value);
    if (username === '' && (protocol === 'https:' || (protocol === 'http:' && (hostname === 'localhost' || hostname === '127.0.0.1'))))
      return undefined;
  }
  return 'an address of https';
}
