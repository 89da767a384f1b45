/* What the constants of a bundle bring beside the model: one export for each part of `CallParts`. */
export { parseWith } from '../../define/index.ts';
export { checkRaw, convertSchemas, createChangeBus, createUriMatcher, pageOf, refusalOf } from '../../entries/index.ts';
export { callInner } from '../call/call-inner.ts';
export { guessMediaType } from '../call/guess-media-type.ts';
export { judgeNonFinite } from '../call/judge-non-finite.ts';
export { prepareCall } from '../call/prepare-call.ts';
export { createRequestRecord } from '../call/request-record.ts';
export { runCompleter } from '../call/run-completer.ts';
export type { CallParts } from '../call/server-runtime.ts';
export { shapeContent } from '../call/shape-content.ts';
export { limitCapabilities } from '../revisions/questions.ts';
