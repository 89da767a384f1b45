import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** Projects as their authors have them: decorators, encodings, layouts. */
export const rows: readonly RequirementRow[] = rowsOf({
  'I14.decorators.same':
    'Definitions are evaluated with the decorators, class fields and class names that the bundle has, whichever tsconfig.json decides them.',
  'I14.decorators.metadata':
    'With emitDecoratorMetadata, evaluation and bundle hold the design:* metadata that tsc emits, types of other files and order of application included.',
  'I14.decorators.error':
    'An error while definitions are evaluated is reported with its text at file and line of the TypeScript that threw, however its decorators are compiled.',
  'I14.layouts.encodings':
    'Files with a byte order mark, CRLF and tabs build to the same server; findings name the column that an editor shows.',
  'I14.layouts.references':
    'A tsconfig.json of references is read through to the project that lists the entry: its options and path aliases hold with either bundler.',
  'I14.layouts.unresolved': 'An import that no bundler finds is an error at its place, never left to the machine that runs the bundle.',
  'I14.layouts.commonjs':
    'With module commonjs and moduleResolution node, types of every subpath are found. Where modules cannot import the SDK, doctor, check and init say the same sentence.',
  'I14.layouts.init':
    "init changes no tsconfig.json and adds nothing that the project's own tsc refuses or that moves its output; the next step that it prints runs.",
  'I14.layouts.repository': 'new makes a project in a folder that holds nothing but .git, and leaves that alone also when it fails.',
});
