import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** `service migrate`: servers of the official SDK as projects of ours. */
export const rows: readonly RequirementRow[] = rowsOf({
  'migrate.entries':
    '`registerTool`, `tool`, `registerResource`, `resource`, `ResourceTemplate`, `registerPrompt` and `prompt` become declarations in the order in which they ran, wherever they stand: at the top of a module, in a function that makes the server, in functions of other modules that it is handed to.',
  'migrate.decorated':
    'A server in decorated style under another package name keeps its classes and builders; the package becomes @service/sdk, and the decorator that says `info` becomes @Service.',
  'migrate.low-level':
    'Each tool, resource and prompt that a request handler lists from literals becomes a declaration whose calls go to the original handler; a computed list is reported.',
  'migrate.completions': '`completable` arguments and `complete` of a template become completers of a class.',
  'migrate.start':
    'Top-level `await`, `process.exit` and what a start function does run once in a plugin, never while a build loads the module.',
  'migrate.transports': 'Transports, HTTP set-up and signal handlers are left out and named; what nothing but them mentions goes too.',
  'migrate.arguments':
    'A built server leaves what follows `--` on its command line to its code; migrated code reads it where it read `process.argv`.',
  'migrate.report':
    'What is registered under a condition, in a loop, or while the server runs is named with file, line and what to do; no registration is passed over in silence.',
  'migrate.output':
    'Without --out or --write nothing is written and the files are shown; a folder that is not empty, and the folder that is read, are refused.',
  'migrate.bad-input':
    'Sources that do not parse, no server, two servers, a server in a class, an import outside the folder (of a folder that is named, the folder itself; of a file, its nearest package) and an unknown version of the official SDK are refused with file and line.',
  'migrate.same-answers': 'Public servers that were moved and built answer recorded calls as the originals do.',
});
