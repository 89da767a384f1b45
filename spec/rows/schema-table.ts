import type { RequirementRow } from '../requirement-row.ts';

export const rows: readonly RequirementRow[] = [
  {
    id: 'P5.schema-table.agrees',
    document: 'issue 5',
    section: 'Deliver 3',
    rule: 'A compiled schema accepts, refuses, parses and words its issues as zod does, for every kind.',
  },
  {
    id: 'P5.schema-table.shapes',
    document: 'issue 14',
    section: 'Deliver 1',
    rule: 'A raw shape and `z.object` of it are one thing: listed alike, with the same verdicts, values and messages, compiled or not.',
  },
  {
    id: 'P5.schema-table.time',
    document: 'issue 15',
    section: 'Deliver 7',
    rule: 'A compiled schema takes no more than three times the time of zod for any input; recursive unions of depth 12 and 60 included.',
  },
  {
    id: 'P5.schema-table.open',
    document: 'issue 14',
    section: 'Deliver 1',
    rule: 'A schema that an environment, a file, a folder, the time or chance decides is listed as it is checked: as it is where the bundle runs.',
  },
  {
    id: 'P5.schema-table.keeps-zod',
    document: 'issue 5',
    section: 'Deliver 3',
    rule: 'A schema that cannot be compiled faithfully is refused with its reason and keeps its zod object.',
  },
  {
    id: 'P5.schema-table.callbacks',
    document: 'issue 5',
    section: 'Deliver 3',
    rule: 'Functions of the user are asked once per call, may wait, and are known by the ids of the edits alone.',
  },
];
