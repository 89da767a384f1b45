import { noChanges, wholeList } from '../../entries/index.ts';
import { ServiceError } from '../../errors/index.ts';
import type { CallServices } from './server-runtime.ts';

/** A service that no entry uses: otherwise the plan would have put its feature into the bundle. */
const leftOut = (feature: string) => (): never => {
  throw new ServiceError('INTERNAL_ERROR', `the bundle was built without the feature "${feature}": build it again`);
};

/** The services of a server without the features that provide them: each does nothing, or names the feature that is missing. */
export const coreServices: CallServices = {
  createChangeBus: () => noChanges,
  judgeNonFinite: (_check, _value, outcome) => outcome,
  limitCapabilities: (declared) => declared,
  pageOf: wholeList,
  prepareCall: undefined,
  refusalOf: () => undefined,
  callInner: leftOut('inner-calls'),
  checkLibrarySchema: leftOut('library-schemas'),
  checkRaw: leftOut('raw-schemas'),
  convertSchemas: leftOut('open-schemas'),
  createRequestRecord: leftOut('request-context'),
  createUriMatcher: leftOut('resource-templates'),
  fetchForCall: leftOut('request-context'),
  guessMediaType: leftOut('media-types'),
  runCompleter: leftOut('completers'),
  shapeContent: leftOut('content-results'),
};
