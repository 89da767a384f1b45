import { ServiceError } from '../../errors/index.ts';
import type { Environment } from '../../options/env.ts';
import { checkedText, integer, oneOf, readAll, text, type ValuesOf, type VariableRow } from '../../options/variable-row.ts';
import { isMachineId } from '../../cluster/nodes/node-messages.ts';

const formed = (form: RegExp, expected: string): VariableRow<string | undefined> =>
  checkedText((value) => (form.test(value) ? undefined : expected));

const milliseconds = (fallback: number): VariableRow<number> => integer({ min: 1, max: 3_600_000, fallback });

/**
 * Variables of distributed servers; only servers with this feature read them. Values for headers, cookies and keys have a strict form, so that
 * they cannot inject others.
 */
const rows = {
  MACHINE_ID: checkedText((id) => (isMachineId(id) ? undefined : 'expected 1 to 128 letters, digits, dots, hyphens or underscores')),
  MACHINE_ID_PATH: text,
  SERVICE_HA_HEARTBEAT_INTERVAL_MS: milliseconds(10_000),
  SERVICE_HA_HEARTBEAT_TTL_MS: milliseconds(30_000),
  SERVICE_HA_TAKEOVER_GRACE_MS: milliseconds(5000),
  SERVICE_HA_KEY_PREFIX: formed(/^[\x21-\x7e]{1,128}$/, 'expected 1 to 128 printable characters without spaces'),
  SERVICE_AFFINITY_COOKIE: formed(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,64}$/, 'expected the name of a cookie'),
  SERVICE_AFFINITY_COOKIE_DOMAIN: formed(/^\.?[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/i, 'expected a domain such as example.com'),
  SERVICE_AFFINITY_COOKIE_SAME_SITE: oneOf(['strict', 'lax', 'none']),
} as const;

export const haVariableNames: readonly string[] = /* @__PURE__ */ Object.keys(rows);
export type HaSettings = ValuesOf<typeof rows>;

/** @throws {ServiceError} CONFIG_INVALID with one fault a line: the variable and what a good value is */
export function readHaSettings({ variable }: Environment): HaSettings {
  const faults: string[] = [];
  const settings = readAll(rows, (name, { fallback, parse }) => {
    const value = variable(name);
    try {
      return value === undefined ? fallback : parse(value);
    } catch (failure) {
      faults.push(`${name}: ${failure instanceof Error ? failure.message : 'not readable'}`);
      return fallback;
    }
  });
  if (settings.SERVICE_HA_HEARTBEAT_TTL_MS <= settings.SERVICE_HA_HEARTBEAT_INTERVAL_MS)
    faults.push(
      'SERVICE_HA_HEARTBEAT_TTL_MS: must be more than SERVICE_HA_HEARTBEAT_INTERVAL_MS, or nodes are gone between two heartbeats',
    );
  if (faults.length > 0) throw new ServiceError('CONFIG_INVALID', faults.join('\n'), { status: 500, expose: true });
  return settings;
}
