import type { RequirementRow } from '../requirement-row.ts';

/** Projects as their authors have them: decorators, encodings, layouts. */
export const rows: readonly RequirementRow[] = [
  {
    id: 'I14.decorators.same',
    document: 'issue 14',
    section: 'Deliver 4',
    rule: 'Definitions are evaluated with the decorators, class fields and class names that the bundle has, whichever tsconfig.json decides them.',
  },
  {
    id: 'I14.decorators.metadata',
    document: 'issue 14',
    section: 'Deliver 4',
    rule: 'With emitDecoratorMetadata, evaluation and bundle hold the design:* metadata that tsc emits, types of other files and order of application included.',
  },
  {
    id: 'I14.decorators.error',
    document: 'issue 14',
    section: 'Deliver 4',
    rule: 'An error while definitions are evaluated is reported with its text at file and line of the TypeScript that threw, however its decorators are compiled.',
  },
];
