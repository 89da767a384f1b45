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
  {
    id: 'I14.layouts.encodings',
    document: 'issue 14',
    section: 'Deliver 6',
    rule: 'Files with a byte order mark, CRLF and tabs build to the same server; findings name the column that an editor shows.',
  },
  {
    id: 'I14.layouts.references',
    document: 'issue 14',
    section: 'Deliver 6',
    rule: 'A tsconfig.json of references is read through to the project that lists the entry: its options and path aliases hold with either bundler.',
  },
  {
    id: 'I14.layouts.unresolved',
    document: 'issue 14',
    section: 'Deliver 6',
    rule: 'An import that no bundler finds is an error at its place, never left to the machine that runs the bundle.',
  },
  {
    id: 'I14.layouts.commonjs',
    document: 'issue 14',
    section: 'Deliver 6',
    rule: 'With module commonjs and moduleResolution node, types of every subpath are found. Where modules cannot import the SDK, doctor, check and init say the same sentence.',
  },
  {
    id: 'I14.layouts.init',
    document: 'issue 14',
    section: 'Deliver 6',
    rule: "init changes no tsconfig.json and adds nothing that the project's own tsc refuses or that moves its output; the next step that it prints runs.",
  },
  {
    id: 'I14.layouts.repository',
    document: 'issue 14',
    section: 'Deliver 6',
    rule: 'new makes a project in a folder that holds nothing but .git, and leaves that alone also when it fails.',
  },
];
