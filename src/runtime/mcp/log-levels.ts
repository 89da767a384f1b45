/** Weights of `notifications/message` (RFC 5424 names), lightest first. */
export const logLevels = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'] as const;

export type LogLevel = (typeof logLevels)[number];

export function isLogLevel(value: unknown): value is LogLevel {
  return logLevels.some((level) => level === value);
}

/** Whether a message of `level` passes a client's `threshold`; unknown levels never pass, and without a threshold nothing does. */
export function passesThreshold(level: unknown, threshold: LogLevel | undefined): boolean {
  return threshold !== undefined && isLogLevel(level) && logLevels.indexOf(level) >= logLevels.indexOf(threshold);
}
