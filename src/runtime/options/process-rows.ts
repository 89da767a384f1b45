import { bindAddressProblem } from './address-values.ts';
import { checkedText, integer, text, toggle } from './variable-row.ts';

/** Variables of a host with its own process. Their own file: bundlers leave it out of the bundle of a worker. */
export const processRows = {
  PORT: integer({ min: 0, max: 65_535, fallback: undefined }),
  SERVICE_BIND_ADDRESS: checkedText(bindAddressProblem),
  SERVICE_SOCKET_PATH: text,
  SERVICE_BODY_TIMEOUT_SECONDS: integer({ min: 1, max: 3600, fallback: 30 }),
  SERVICE_STDIO: toggle,
  SERVICE_HOME: text,
  SERVICE_LOG_DIR: text,
  SERVICE_LOGS_MAX: integer({ min: 0, max: 10_000, fallback: 25 }),
  SERVICE_DRAIN_SECONDS: integer({ min: 0, max: 3600, fallback: 10 }),
} as const;
