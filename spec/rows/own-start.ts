import type { RequirementRow } from '../requirement-row.ts';

/** Servers that were not compiled, and what starts them. */
export const rows: readonly RequirementRow[] = [
  {
    id: 'I16.import.program-file',
    document: 'issue 16',
    section: 'Deliver 2',
    rule: 'The file that the process was started with serves the class that it decorates with @Service, also when it was started by a link.',
  },
  {
    id: 'I16.import.imported',
    document: 'issue 16',
    section: 'Deliver 2',
    rule: 'Importing a module with @Service never reads process.argv as flags, never ends the process and never listens.',
  },
  {
    id: 'I16.import.own-start',
    document: 'issue 16',
    section: 'Deliver 2',
    rule: 'A start function that is called with a decorated class in its own file is the only start: runStdio opens no port.',
  },
  {
    id: 'I16.start.alike',
    document: 'issue 16',
    section: 'Deliver 2',
    rule: 'A start function that the sources call with the class of the server does the same in a bundle as in an uncompiled program, and nothing starts twice.',
  },
  {
    id: 'I16.start.bundle',
    document: 'issue 16',
    section: 'Deliver 2',
    rule: 'A bundle whose sources call no start function when it runs starts itself; bootstrap in a bundle heeds --stdio and SERVICE_STDIO, and questions (--help, --version, --print-manifest) are answered.',
  },
  {
    id: 'I16.start.apart',
    document: 'issue 16',
    section: 'Deliver 2',
    rule: 'A file of its own that imports the class and calls a start function, also later, works uncompiled and as the entry of a build; what the file does besides is part of the bundle.',
  },
  {
    id: 'I16.start.evaluation',
    document: 'issue 16',
    section: 'Deliver 2',
    rule: 'While a build looks at the definitions, calls of start functions start nothing.',
  },
  {
    id: 'I16.start.proof',
    document: 'issue 16',
    section: 'Deliver 2',
    rule: 'A build starts no server whose sources decide when and as what it starts, and says so.',
  },
  {
    id: 'I16.entry.default-import',
    document: 'issue 16',
    section: 'Deliver 5',
    rule: 'In the file of the server, as in all others of an ES module project, the default import of a CommonJS package is its exports object, in a bundle as under Node.',
  },
  {
    id: 'I16.no-check.own-findings',
    document: 'issue 16',
    section: 'Deliver 2',
    rule: "Leaving TypeScript's errors out (--no-check) leaves out no finding of our own; options of what is not built, tasks.runner 'cli' and tasks.strict among them, are refused by name.",
  },
  {
    id: 'I16.names.exported',
    document: 'issue 16',
    section: 'Deliver 3',
    rule: 'Every decorator, builder, base class, hook and helper that servers in decorated style import is exported, or is an error at its import that says what to write instead; so are packages of that style that do not exist.',
  },
  {
    id: 'I16.names.errors',
    document: 'issue 16',
    section: 'Deliver 3',
    rule: 'The errors that authors throw and catch are exported classes with their code and status; instanceof tells them by their code, also those of the runtime.',
  },
];
