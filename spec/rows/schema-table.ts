import { rowsOf, type RequirementRow } from '../requirement-row.ts';

export const rows: readonly RequirementRow[] = rowsOf({
  'P5.schema-table.agrees': 'A compiled schema accepts, refuses, parses and words its issues as zod does, for every kind.',
  'P5.schema-table.shapes':
    'A raw shape and `z.object` of it are one thing: listed alike, with the same verdicts, values and messages, compiled or not.',
  'P5.schema-table.time':
    'A compiled schema takes no more than three times the time of zod for any input; recursive unions of depth 12 and 60 included. A schema whose functions wait reads each part of a value a few times, however deep the value is.',
  'P5.schema-table.open':
    'A schema that an environment, a file, a folder, the time or chance decides is listed as it is checked: as it is where the bundle runs.',
  'P5.schema-table.keeps-zod': 'A schema that cannot be compiled faithfully is refused with its reason and keeps its zod object.',
  'P5.schema-table.callbacks': 'Functions of the user are asked once per call, may wait, and are known by the ids of the edits alone.',
});
