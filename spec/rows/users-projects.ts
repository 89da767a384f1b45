import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** Projects as their authors have them: decorators, encodings, layouts. */
export const rows: readonly RequirementRow[] = rowsOf({
  'project.plug-and-play':
    "A project whose packages Yarn Plug'n'Play installed, in its folder or above it, is refused by every command that loads it, with the file that shows it, the line for .yarnrc.yml and where that file is. node_modules nearer to the project win.",
  'compiler.strict':
    'A bundle is strict code, as the modules are that it was made of, unless it holds a CommonJS file that does not begin with "use strict": such a file may count on the other mode. So is an executable made of it.',
  'compiler.enum-values':
    'Enum members have the values that TypeScript counts in the whole program, those behind a member of another file included, with either bundler and while definitions are evaluated.',
  'compiler.const-enums':
    'A const enum that only a declaration has is inlined, wherever it is declared and through whatever exports it comes.',
  'compiler.exported-types':
    'Exported names that are types leave no import in the bundle, as in the output of TypeScript, unless verbatimModuleSyntax leaves that to the author.',
  'compiler.bundler-warnings':
    'Every warning of a bundler is shown as a warning with its place; an import of a package for the sake of effects that its "sideEffects" would drop is an error at its line.',
  'compiler.own-effects':
    'A module of the project that TypeScript would run when it is imported runs in the bundle and while definitions are evaluated, whatever "sideEffects" in the project\'s own package.json says; where esbuild could keep it only with another default import of a CommonJS package, the build ends with an error at the import. Packages keep their flags.',
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
  'I14.layouts.commit':
    'A repository that new starts holds all files of the project, the lock file too, in a first commit; without a name that git knows there is none. Hooks and signing have no part.',
  'I14.layouts.repository': 'new makes a project in a folder that holds nothing but .git, and leaves that alone also when it fails.',
});
