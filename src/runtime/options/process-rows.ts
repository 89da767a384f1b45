import { bindAddressProblem } from './address-values.ts';
import { checkedText, integer, text, toggle } from './variable-row.ts';

/**
 * What only a process of its own reads beside the other variables: it listens, opens sockets, writes files and ends. A worker does none of
 * it, so its bundle has none of these rows: one list without a spread, which a bundler can leave out.
 */
export const processRows = {
  PORT: integer({ least: 0, most: 65_535, fallback: undefined }),
  SERVICE_BIND_ADDRESS: checkedText(bindAddressProblem),
  SERVICE_SOCKET_PATH: text,
  SERVICE_BODY_TIMEOUT_SECONDS: integer({ least: 1, most: 3600, fallback: 30 }),
  REDIS_URL: text,
  REDIS_HOST: text,
  REDIS_PORT: integer({ least: 1, most: 65_535, fallback: undefined }),
  SERVICE_STDIO: toggle,
  SERVICE_HOME: text,
  SERVICE_LOG_DIR: text,
  SERVICE_LOGS_MAX: integer({ least: 0, most: 10_000, fallback: 25 }),
  SERVICE_DRAIN_SECONDS: integer({ least: 0, most: 3600, fallback: 10 }),
} as const;
