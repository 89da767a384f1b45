/** Layer 0: the only helpers. Nothing here knows of MCP, HTTP or a platform. */
export { Announcement } from './announcement.ts';
export { decodeBase64, decodeBase64url, encodeBase64, encodeBase64url } from './base64url.ts';
export { hexOf, textOf, utf8, utf8Length } from './bytes.ts';
export { createLogger, silentLogger } from './create-logger.ts';
export type { LogRecord } from './create-logger.ts';
export { printable } from './header-text.ts';
export { escapeHtml } from './html.ts';
export { randomBytes, randomId } from './ids.ts';
export { isInBlock, parseIpAddress, parseIpBlock } from './ip-address.ts';
export type { IpBlock } from './ip-address.ts';
export type { LogFields, Logger, LogLevelName } from './logger.ts';
export { andThen, isPromiseLike } from './promises.ts';
export type { Awaitable } from './promises.ts';
export { redact, redactText } from './redact.ts';
export { systemClock } from './time.ts';
export type { Clock } from './time.ts';
export { secretsEqual } from './timing-safe.ts';
