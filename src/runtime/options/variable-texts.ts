import type { EnvironmentName } from './env.ts';
import type { httpVariables } from './http-variables.ts';

type Texts<Name extends string> = Readonly<Record<Name, readonly [meaning: string, standard?: string]>>;

type HttpName = keyof typeof httpVariables | 'SERVICE_BIND_ADDRESS' | 'SERVICE_SOCKET_PATH' | 'SERVICE_BODY_TIMEOUT_SECONDS';

type DistributedName =
  | 'MACHINE_ID'
  | 'MACHINE_ID_PATH'
  | 'SERVICE_HA_HEARTBEAT_INTERVAL_MS'
  | 'SERVICE_HA_HEARTBEAT_TTL_MS'
  | 'SERVICE_HA_TAKEOVER_GRACE_MS'
  | 'SERVICE_HA_KEY_PREFIX'
  | 'SERVICE_AFFINITY_COOKIE'
  | 'SERVICE_AFFINITY_COOKIE_DOMAIN'
  | 'SERVICE_AFFINITY_COOKIE_SAME_SITE';

/** Documentation of every variable: a sentence, and its default. Bundles do not contain it. */
export const httpVariableTexts: Texts<HttpName> = {
  SERVICE_BIND_ADDRESS: ['Address to bind: `loopback`, `all` or an address; the `http.security.bindAddress` option wins.'],
  SERVICE_SOCKET_PATH: ['Unix socket to listen on instead of a port; `http.socketPath` in code wins.'],
  SERVICE_ALLOWED_HOSTS: ['Host names to answer; `allowedHosts` in code wins.'],
  SERVICE_HTTP_ENTRY_PATH: ['Path of the MCP endpoint; `http.entryPath` in code wins.'],
  SERVICE_PUBLIC_URL: ['Address under which clients reach the server.'],
  SERVICE_PUBLIC_HOST: ['Host that names the issuer of tokens when `SERVICE_PUBLIC_URL` is unset.'],
  SERVICE_TRUST_PROXY: [
    'Believe the forwarding headers of this many proxies (on, true or yes: one) about address and scheme of the client.',
    'off',
  ],
  SERVICE_HSTS: ['Value of Strict-Transport-Security; the option in code wins.', 'not sent'],
  SERVICE_CONTENT_TYPE_OPTIONS: ['Value of X-Content-Type-Options; the option in code wins.', 'nosniff'],
  SERVICE_FRAME_OPTIONS: ['Value of X-Frame-Options; the option in code wins.', 'DENY'],
  SERVICE_HEADERS_CUSTOM: ['Further headers of every answer; `http.securityHeaders.custom` in code wins.'],
  SERVICE_CSP_ENABLED: ['Send a Content-Security-Policy.', 'off'],
  SERVICE_CSP_DIRECTIVES: ["Directives of the policy, such as `default-src 'self'; upgrade-insecure-requests`, or a JSON object of them."],
  SERVICE_CSP_REPORT_URI: ['URL that reports of policy violations are sent to.'],
  SERVICE_CSP_REPORT_ONLY: ['Report violations of the policy without blocking.', 'off'],
  SERVICE_CORS_ORIGINS: ['Web origins that may call, or `*`; used only when code sets no `http.cors`.'],
  SERVICE_CORS_CREDENTIALS: ['Let browsers send credentials; not with `*`.', 'off'],
  SERVICE_CORS_MAX_AGE: ['Seconds that browsers keep a preflight answer.'],
  SERVICE_BODY_TIMEOUT_SECONDS: ['Seconds in which a body must have arrived.', '30'],
  SERVICE_METRICS_TOKEN: ['Token that `/metrics` asks for with `metrics.auth: token`.'],
};

export const serverVariableTexts: Texts<Exclude<EnvironmentName, HttpName>> = {
  REDIS_URL: ['Address of a Redis server, `redis[s]://[user:password@]host[:port][/db]`; `redis` in code wins.'],
  REDIS_HOST: ['Host of a Redis server when `redis` names none.'],
  REDIS_PORT: ['Port of a Redis server when `redis` names none.'],
  KV_REST_API_URL: ["Address of the HTTP key-value store of `redis: { provider: 'http-kv' }`."],
  KV_REST_API_TOKEN: ["Token of the HTTP key-value store of `redis: { provider: 'http-kv' }`."],
  PORT: ['Port to listen on; the `http.port` option wins.'],
  NODE_ENV: ['`production` turns development conveniences off.'],
  SERVICE_DEPLOYMENT_MODE: ['`distributed` for several instances behind one address.'],
  MCP_SESSION_SECRET: [
    'Secret of at least 32 characters that sessions and the state of asking calls are sealed with; the same on every instance.',
  ],
  JWT_SECRET: [
    'Secret of at least 32 bytes that access tokens are signed with; without `MCP_SESSION_SECRET` sealing keys are derived from it.',
  ],
  VAULT_SECRET: ['Secret that the keys of the credential vault and the secure store are derived from; `JWT_SECRET` when unset.'],
  SERVICE_STDIO: ['Serve stdio instead of HTTP.', 'off'],
  SERVICE_HOME: ['Folder for logs and keys; `~/.service` when unset.'],
  SERVICE_LOG_DIR: ['Folder for log files; `<home>/logs` when unset.'],
  SERVICE_LOGS_MAX: ['Log files to keep; 0 writes none.', '25'],
  SERVICE_LOG_LEVEL: ['Least weight of what is logged; `logging.level` in code wins.', 'info'],
  SERVICE_DRAIN_SECONDS: ['Seconds that running calls get to finish on shutdown.', '10'],
};

/** Variables of distributed servers (`features/nodes/ha-settings.ts`). */
export const distributedVariableTexts: Texts<DistributedName> = {
  MACHINE_ID: ['Name of this instance; the host name when unset.'],
  MACHINE_ID_PATH: ['File with the name of this instance, outside production.', '.service/machine-id'],
  SERVICE_HA_HEARTBEAT_INTERVAL_MS: ['Milliseconds between heartbeats.', '10000'],
  SERVICE_HA_HEARTBEAT_TTL_MS: ['Milliseconds until an instance without a heartbeat counts as gone.', '30000'],
  SERVICE_HA_TAKEOVER_GRACE_MS: ['Milliseconds before sessions of an instance that is gone are taken over.', '5000'],
  SERVICE_HA_KEY_PREFIX: ['Prefix of their keys; that of the store and `ha:` when unset.'],
  SERVICE_AFFINITY_COOKIE: ['Name of the cookie that names the instance.', '__service_node'],
  SERVICE_AFFINITY_COOKIE_DOMAIN: ['Domain of that cookie.'],
  SERVICE_AFFINITY_COOKIE_SAME_SITE: ['SameSite of that cookie: strict, lax or none.', 'lax'],
};
