import { sizeRun, valueRun } from './bound-checks.ts';
import type { CheckParts, KindParts } from './building.ts';
import { arrayRun, mapRun, setRun, tupleRun } from './containers.ts';
import { customFormatRun, functionRun, overwriteRun, propertyRun, refineRun } from './function-checks.ts';
import { coercibleRun, plainRun, templateRun, valuesRun } from './leaves.ts';
import { objectRun, recordRun, shapeRun } from './objects.ts';
import { formatRun, jwtRun, partRun, patternRun, urlRun } from './string-checks.ts';
import { discriminatedRun, intersectionRun, unionRun } from './unions.ts';
import { catchRun, codecRun, defaultRun, pipeRun, stringboolRun, transformRun, wrapperRun } from './wrappers.ts';

/** Every kind; a bundle takes the rows that its tables need. The name of each function is that of its export. */
export const allKinds: Required<KindParts> = {
  symbol: plainRun,
  undefined: plainRun,
  null: plainRun,
  any: plainRun,
  unknown: plainRun,
  never: plainRun,
  void: plainRun,
  nan: plainRun,
  custom: plainRun,
  string: coercibleRun,
  number: coercibleRun,
  boolean: coercibleRun,
  bigint: coercibleRun,
  date: coercibleRun,
  values: valuesRun,
  template: templateRun,
  array: arrayRun,
  set: setRun,
  map: mapRun,
  tuple: tupleRun,
  object: objectRun,
  shape: shapeRun,
  record: recordRun,
  union: unionRun,
  discriminated: discriminatedRun,
  intersection: intersectionRun,
  pipe: pipeRun,
  default: defaultRun,
  prefault: defaultRun,
  catch: catchRun,
  transform: transformRun,
  codec: codecRun,
  stringbool: stringboolRun,
  optional: wrapperRun,
  exact_optional: wrapperRun,
  nullable: wrapperRun,
  nonoptional: wrapperRun,
  success: wrapperRun,
  readonly: wrapperRun,
  lazy: wrapperRun,
};

/** Every check. */
export const allChecks: Required<CheckParts> = {
  less_than: valueRun,
  greater_than: valueRun,
  multiple_of: valueRun,
  number_format: valueRun,
  bigint_format: valueRun,
  max_size: sizeRun,
  min_size: sizeRun,
  size_equals: sizeRun,
  max_length: sizeRun,
  min_length: sizeRun,
  length_equals: sizeRun,
  pattern: patternRun,
  includes: partRun,
  starts_with: partRun,
  ends_with: partRun,
  url: urlRun,
  format: formatRun,
  jwt: jwtRun,
  custom_format: customFormatRun,
  property: propertyRun,
  overwrite: overwriteRun,
  refine: refineRun,
  function: functionRun,
};
