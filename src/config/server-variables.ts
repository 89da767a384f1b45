import type { DeploymentServer, DistributedDeployment } from './deployment-config.ts';

type HaSettings = NonNullable<DistributedDeployment['ha']>;

/**
 * `deployments[].server` and `ha` as the variables that the bundle reads at start; a variable that is already set there wins. What a deployment does not mention stays unset.
 */
export function serverVariables(server: DeploymentServer = {}, ha: HaSettings = {}): Readonly<Record<string, string>> {
  const { cookies, csp, headers, http } = server;
  const variables: Record<string, string | undefined> = {
    PORT: http?.port?.toString(),
    SERVICE_SOCKET_PATH: http?.socketPath,
    SERVICE_HTTP_ENTRY_PATH: http?.entryPath,
    SERVICE_CORS_ORIGINS: http?.cors?.origins?.join(','),
    SERVICE_CORS_CREDENTIALS: switchText(http?.cors?.credentials),
    SERVICE_CORS_MAX_AGE: http?.cors?.maxAge?.toString(),
    SERVICE_CSP_ENABLED: switchText(csp?.enabled),
    SERVICE_CSP_DIRECTIVES: csp?.directives === undefined ? undefined : printDirectives(csp.directives),
    SERVICE_CSP_REPORT_URI: csp?.reportUri,
    SERVICE_CSP_REPORT_ONLY: switchText(csp?.reportOnly),
    SERVICE_HSTS: headerText(headers?.hsts),
    SERVICE_CONTENT_TYPE_OPTIONS: headerText(headers?.contentTypeOptions),
    SERVICE_FRAME_OPTIONS: headerText(headers?.frameOptions),
    SERVICE_HEADERS_CUSTOM: headers?.custom === undefined ? undefined : JSON.stringify(headers.custom),
    SERVICE_AFFINITY_COOKIE: cookies?.affinity,
    SERVICE_AFFINITY_COOKIE_DOMAIN: cookies?.domain,
    SERVICE_AFFINITY_COOKIE_SAME_SITE: cookies?.sameSite,
    SERVICE_HA_HEARTBEAT_INTERVAL_MS: ha.heartbeatIntervalMs?.toString(),
    SERVICE_HA_HEARTBEAT_TTL_MS: ha.heartbeatTtlMs?.toString(),
    SERVICE_HA_TAKEOVER_GRACE_MS: ha.takeoverGracePeriodMs?.toString(),
    SERVICE_HA_KEY_PREFIX: ha.redisKeyPrefix,
  };
  return Object.fromEntries(Object.entries(variables).filter((entry): entry is [string, string] => entry[1] !== undefined));
}

const switchText = (value: boolean | undefined): string | undefined => (value === undefined ? undefined : value ? '1' : '0');

const headerText = (value: string | false | undefined): string | undefined => (value === false ? 'off' : value);

/** A semicolon-separated policy; empty text gives a directive without a value. */
function printDirectives(directives: Readonly<Record<string, string | readonly string[]>>): string {
  return Object.entries(directives)
    .map(([name, value]) => `${name} ${typeof value === 'string' ? value : value.join(' ')}`.trim())
    .join('; ');
}
