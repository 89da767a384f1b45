/* Layer 2: schemas as calls of small functions, one a kind and one a check: a bundle holds those that it names. No schema library. */
export { askingSchema, formFacts, localeOf, tableSchema, type TableOutcome, type TableSchema } from './table-schema.ts';
export {
  atLeastCheck,
  atMostCheck,
  greaterThanCheck,
  integerCheck,
  lessThanCheck,
  multipleCheck,
  rangeCheck,
  exactLengthCheck,
  exactSizeCheck,
  maxLengthCheck,
  maxSizeCheck,
  minLengthCheck,
  minSizeCheck,
} from './bound-checks.ts';
export { checkedRun, conditionOf } from './checks.ts';
export { arrayRun, boundedRun, mapRun, setRun, tupleRun } from './containers.ts';
export { everyText, formatNames } from './every-text.ts';
export { contextCheck, customFormatCheck, functionCheck, overwriteCheck, propertyCheck, refineCheck } from './function-checks.ts';
export type { AbsentInput } from './keys.ts';
export {
  anyRun,
  bigintRun,
  booleanRun,
  coercedBigintRun,
  coercedBooleanRun,
  coercedDateRun,
  coercedNumberRun,
  coercedStringRun,
  dateRun,
  nanRun,
  neverRun,
  nullRun,
  numberRun,
  stringRun,
  symbolRun,
  undefinedRun,
  valuesRun,
  voidRun,
} from './leaves.ts';
export { catchallRest, objectRun, strictRest, shapeRun } from './objects.ts';
export { onceRun } from './once-run.ts';
export { anyCheck, checkOwner, schemaOwner } from './owners.ts';
export { listedRecordRun, recordRun } from './records.ts';
export { lowerCaseCheck, normalizeCheck, slugCheck, trimCheck, upperCaseCheck } from './rewrite.ts';
export type { Callback } from './run-callback.ts';
export {
  base64Check,
  base64urlCheck,
  cidrv6Check,
  creditCardCheck,
  ibanCheck,
  includesCheck,
  ipv6Check,
  jwtCheck,
  namedFormatCheck,
  patternCheck,
  prefixCheck,
  regexCheck,
  suffixCheck,
  templateRun,
  urlCheck,
} from './string-checks.ts';
export type {
  CallbackId,
  CheckRow,
  CodedFormat,
  EncodedValue,
  ErrorText,
  OverwriteName,
  PatternRow,
  SchemaNode,
  SchemaTable,
  TableFacts,
} from './table.ts';
export { discriminatedRun, exclusiveRun, intersectionRun, taggedUnionRun, unionRun } from './unions.ts';
export { parallelItem, parallelRun, waitingUnionRun } from './waiting.ts';
export { branchRun, onceAskingRun } from './branches.ts';
export {
  askedCatchRun,
  askedMaker,
  catchRun,
  codecRun,
  defaultRun,
  laterRun,
  nonoptionalRun,
  nullableRun,
  optionalDefaultRun,
  optionalRun,
  pipeRun,
  prefaultRun,
  readonlyRun,
  successRun,
  transformRun,
  wordsRun,
} from './wrappers.ts';
