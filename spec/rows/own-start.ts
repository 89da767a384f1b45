import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** Servers that were not compiled, and what starts them. */
export const rows: readonly RequirementRow[] = rowsOf({
  'I16.import.program-file':
    'The file that the process was started with serves the class that it decorates with @Service, also when it was started by a link.',
  'I16.import.imported': 'Importing a module with @Service never reads process.argv as flags, never ends the process and never listens.',
  'I16.import.own-start':
    'A start function that is called with a decorated class in its own file is the only start: runStdio opens no port.',
  'I16.start.alike':
    'A start function that the sources call with the class of the server does the same in a bundle as in an uncompiled program, and nothing starts twice.',
  'I16.start.bundle':
    'A bundle whose sources call no start function when it runs starts itself; bootstrap in a bundle heeds --stdio and SERVICE_STDIO, and questions (--help, --version, --print-manifest) are answered.',
  'I16.start.apart':
    'A file of its own that imports the class and calls a start function, also later, works uncompiled and as the entry of a build; what the file does besides is part of the bundle.',
  'I16.start.evaluation': 'While a build looks at the definitions, calls of start functions start nothing.',
  'I16.start.proof': 'A build starts no server whose sources decide when and as what it starts, and says so.',
  'I16.entry.default-import':
    'In the file of the server, as in all others of an ES module project, the default import of a CommonJS package is its exports object, in a bundle as under Node.',
  'I16.no-check.own-findings':
    "Leaving TypeScript's errors out (--no-check) leaves out no finding of our own; options of what is not built, tasks.runner 'cli' and tasks.strict among them, are refused by name.",
  'I16.names.exported':
    'Every decorator, builder, base class, hook and helper that servers in decorated style import is exported, or is an error at its import that says what to write instead; so are packages of that style that do not exist.',
  'I16.names.provider-errors':
    'A provider that cannot be given fails as ProviderNotAvailableError, ProviderNotRegisteredError or DependencyCycleError: instance and name alike.',
  'I16.names.errors':
    'The errors that authors throw and catch are exported classes with their code and status; instanceof tells them by their code, also those of the runtime.',
});
