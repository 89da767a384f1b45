/** Layer 0: general helpers, independent of MCP, HTTP and the platform. */
export { Announcement } from './announcement.ts';
export {
  decodeBase64,
  decodeBase64url,
  encodeBase64,
  encodeBase64url,
  isBase64url,
  decodePercent,
  hexOf,
  textOf,
  utf8,
  utf8Length,
} from './bytes.ts';
export { comparableText } from './comparable-text.ts';
export { closestName } from './closest-name.ts';
export { matchesGlob } from './glob.ts';
export { html, Markup, printValue, rawHtml } from './markup.ts';
export { createLogger, silentLogger, type LogRecord, type LogSink, type LogFields, type Logger } from './logger.ts';
export { escapeHtml, escapeUnicode, printable, scriptJson } from './escape.ts';
export { hiddenCharacters } from './hidden-characters.ts';
export { randomBytes, randomId, IdPool } from './ids.ts';
export { isInBlock, parseIpAddress, parseIpBlock, networkOf, type IpBlock } from './ip-address.ts';
export { Listeners } from './listeners.ts';
export { LiveQuota, type GiveBack, type QuotaLimits } from './live-quota.ts';
export { andThen, inTime, isPromiseLike, recover, takeAll, type Awaitable } from './promises.ts';
export {
  fieldsOf,
  isDeeperThan,
  isRecord,
  isTexts,
  isTextUpTo,
  itemProblems,
  listOf,
  memberOf,
  ownMemberOf,
  textOrMessage,
  textsOf,
  trimmedText,
  withoutUndefined,
} from './unknown-values.ts';
export { remember } from './remember.ts';
export { cleanRecord, printJsonRecord, printTextRecord, isSecretName, redactText } from './redact.ts';
export { Seal, type SealSecret } from './seal.ts';
export { sha256, sha256Text, hashesEqual, hashTextsEqual, secretsEqual } from './hashes.ts';
export { systemClock, type Clock } from './time.ts';
