/** For packages of this repository alone: helpers of the run time that the compiler, the command line and the test library share. */
export { maxRounds, nextRound } from './client/answers.ts';
export { eventsOf, readEvents } from './client/event-stream.ts';
export { envelopeOf, initializeMessage } from './client/handshake.ts';
export { RoutingHeaders } from './client/routing-headers.ts';
export { configInvalid, messageOf } from './errors/index.ts';
export {
  closestName,
  comparableText,
  decodeBase64,
  decodeBase64url,
  decodePercent,
  encodeBase64,
  encodeBase64url,
  escapeHtml,
  escapeUnicode,
  hiddenCharacters,
  fieldsOf,
  hexOf,
  html,
  inTime,
  isDeeperThan,
  isRecord,
  isSecretName,
  isTexts,
  isTextUpTo,
  Listeners,
  matchesGlob,
  memberOf,
  ownMemberOf,
  randomBytes,
  randomId,
  rawHtml,
  scriptJson,
  Seal,
  secretsEqual,
  sha256,
  sha256Text,
  trimmedText,
  utf8,
  utf8Length,
  withoutUndefined,
} from './std/index.ts';
export { type DocumentFetch, DocumentRefused, readBody } from './web/document-fetch.ts';
export { fetchFollowing } from './web/fetch-following.ts';
export { isPublicHost } from './web/public-address.ts';
