/* Layer 1: schemas as data tables and the one interpreter that runs them. No schema library, no generated code. */
export { decodeValue } from './decode-value.ts';
export { interpret } from './interpret.ts';
export type { InterpretOptions, TableOutcome } from './interpret.ts';
export type { FinishedIssue, MessageOf, RawIssue } from './issues.ts';
export type { Callback } from './run-callback.ts';
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
