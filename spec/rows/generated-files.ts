import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** Text from elsewhere in what the command line writes and prints. */
export const rows: readonly RequirementRow[] = rowsOf({
  'X.generated.escape':
    'Every generated file (client, declarations, entry, platform file, start script, completion) prints text from elsewhere through the one escaping function of its language; read back by a parser of that language it is the same text, and none of it runs. The report of a migration keeps such text in one line and within its code. A contract whose schemas nest deeper than 256 levels is refused by name.',
  'X.generated.terminal':
    'Control, C1 and bidirectional characters of text from elsewhere are shown as escapes on a terminal; only our own colours reach it. In JSON they are JSON escapes, so that programs read the same text.',
  'X.name.bin': 'The package installs the bins `service` and `service-cli`: Debian has a /usr/sbin/service of its own.',
  'X.name.completion':
    'Completion is installed with one command that needs no installed program at the start of a shell; it completes service, service-cli and `npx --no service`, asks the program that the line would run, and never the `service` of the operating system.',
  'X.security.promises':
    'The security page tells actors, assets, boundaries, promises and what the operator sets; each promise names the rules, and so the tests, that hold it.',
  'X.types.options':
    'No option is unknown or object in the public declarations: each row of the option table has a type, and a misspelt member is an error at its key.',
});
