import type { RequirementRow } from '../requirement-row.ts';

/** `service migrate`: servers of the official SDK as projects of ours. */
export const rows: readonly RequirementRow[] = [
  {
    id: 'migrate.entries',
    document: 'issue 16',
    section: 'Deliver 5',
    rule: '`registerTool`, `tool`, `registerResource`, `resource`, `ResourceTemplate`, `registerPrompt` and `prompt` become declarations in the order in which they ran, wherever they stand: at the top of a module, in a function that makes the server, in functions of other modules that it is handed to.',
  },
  {
    id: 'migrate.decorated',
    document: 'issue 16',
    section: 'Deliver 5',
    rule: 'A server in decorated style under another package name keeps its classes and builders; the package becomes @service/sdk, and the decorator that says `info` becomes @Service.',
  },
  {
    id: 'migrate.low-level',
    document: 'issue 16',
    section: 'Deliver 5',
    rule: 'Each tool, resource and prompt that a request handler lists from literals becomes a declaration whose calls go to the original handler; a computed list is reported.',
  },
  {
    id: 'migrate.completions',
    document: 'issue 16',
    section: 'Deliver 5',
    rule: '`completable` arguments and `complete` of a template become completers of a class.',
  },
  {
    id: 'migrate.start',
    document: 'issue 16',
    section: 'Deliver 5',
    rule: 'Top-level `await`, `process.exit` and what a start function does run once in a plugin, never while a build loads the module.',
  },
  {
    id: 'migrate.transports',
    document: 'issue 16',
    section: 'Deliver 5',
    rule: 'Transports, HTTP set-up and signal handlers are left out and named; what nothing but them mentions goes too.',
  },
  {
    id: 'migrate.arguments',
    document: 'issue 16',
    section: 'Deliver 5',
    rule: 'A built server leaves what follows `--` on its command line to its code; migrated code reads it where it read `process.argv`.',
  },
  {
    id: 'migrate.report',
    document: 'issue 16',
    section: 'Deliver 5',
    rule: 'What is registered under a condition, in a loop, or while the server runs is named with file, line and what to do; no registration is passed over in silence.',
  },
  {
    id: 'migrate.output',
    document: 'issue 16',
    section: 'Deliver 5',
    rule: 'Without --out or --write nothing is written and the files are shown; a folder that is not empty, and the folder that is read, are refused.',
  },
  {
    id: 'migrate.bad-input',
    document: 'issue 16',
    section: 'Bad input',
    rule: 'Sources that do not parse, no server, two servers, a server in a class, an import outside the folder and an unknown version of the official SDK are refused with file and line.',
  },
  {
    id: 'migrate.same-answers',
    document: 'issue 16',
    section: 'Bars',
    rule: 'Public servers that were moved and built answer recorded calls as the originals do.',
  },
];
