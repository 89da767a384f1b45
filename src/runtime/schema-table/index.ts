/* Layer 1: schemas as data tables and the one interpreter that runs them. No schema library, no generated code. */
export { allChecks, allKinds } from './all-parts.ts';
export { sizeRun, valueRun } from './bound-checks.ts';
export type { CheckParts, KindParts } from './building.ts';
export { arrayRun, mapRun, setRun, tupleRun } from './containers.ts';
export { customFormatRun, functionRun, overwriteRun, propertyRun, refineRun } from './function-checks.ts';
export { interpret } from './interpret.ts';
export type { InterpretOptions, TableOutcome } from './interpret.ts';
export type { FinishedIssue, MessageOf, RawIssue } from './issues.ts';
export { coercibleRun, plainRun, templateRun, valuesRun } from './leaves.ts';
export { objectRun, recordRun, shapeRun } from './objects.ts';
export type { Callback } from './run-callback.ts';
export { formatRun, jwtRun, partRun, patternRun, urlRun } from './string-checks.ts';
export type {
  AbsentInput,
  CallbackId,
  CheckRow,
  CodedFormat,
  EncodedValue,
  ErrorText,
  OverwriteName,
  PatternRow,
  SchemaNode,
  SchemaTable,
} from './table.ts';
export { createTableSchemas } from './table-schemas.ts';
export type { TableFacts } from './table-schemas.ts';
export { discriminatedRun, intersectionRun, unionRun } from './unions.ts';
export { catchRun, codecRun, defaultRun, pipeRun, stringboolRun, transformRun, wrapperRun } from './wrappers.ts';
