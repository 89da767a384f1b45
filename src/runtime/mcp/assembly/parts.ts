/* What the constants of a bundle bring beside the model: one export for each part of `CallParts`. */
import { parseWith } from '../../define/index.ts';
import { createChangeBus, createUriMatcher, missingAxes, pageOf } from '../../entries/index.ts';
import { callInner } from '../call/call-inner.ts';
import type { CallParts } from '../call/server-runtime.ts';
import { guessMediaType } from '../call/guess-media-type.ts';
import { createRequestRecord } from '../call/request-record.ts';
import { runCompleter } from '../call/run-completer.ts';
import { shapeContent } from '../call/shape-content.ts';
import { limitCapabilities } from '../revisions/questions.ts';

export type { CallParts };
export {
  callInner,
  createChangeBus,
  createRequestRecord,
  createUriMatcher,
  guessMediaType,
  limitCapabilities,
  missingAxes,
  pageOf,
  parseWith,
  runCompleter,
  shapeContent,
};

/** For servers whose entries no build has seen. */
export const everyPart: Required<CallParts> = {
  callInner,
  createChangeBus,
  createRequestRecord,
  createUriMatcher,
  guessMediaType,
  limitCapabilities,
  missingAxes,
  pageOf,
  parseWith,
  runCompleter,
  shapeContent,
};
