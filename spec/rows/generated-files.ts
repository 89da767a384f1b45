import type { RequirementRow } from '../requirement-row.ts';

/** Text from elsewhere in what the command line writes and prints. */
export const rows: readonly RequirementRow[] = [
  {
    id: 'X.generated.escape',
    document: 'spec 5',
    section: 'foreign files are data',
    rule: 'Every generated file (client, declarations, entry, platform file, start script, completion) prints text from elsewhere through the one escaping function of its language; read back by a parser of that language it is the same text, and none of it runs.',
  },
  {
    id: 'X.generated.terminal',
    document: 'spec 5',
    section: 'foreign files are data',
    rule: 'Control, C1 and bidirectional characters of text from elsewhere are shown as escapes on a terminal; only our own colours reach it.',
  },
  {
    id: 'X.name.bin',
    document: 'issue 14',
    section: 'the name',
    rule: 'The package installs the bins `service` and `service-cli`: Debian has a /usr/sbin/service of its own.',
  },
  {
    id: 'X.name.completion',
    document: 'issue 14',
    section: 'the name',
    rule: 'Completion is installed with one command that needs no installed program at the start of a shell; it completes service, service-cli and `npx --no service`, asks the program that the line would run, and never the `service` of the operating system.',
  },
  {
    id: 'X.security.promises',
    document: 'issue 15',
    section: 'threat model',
    rule: 'The security page tells actors, assets, boundaries, promises and what the operator sets; each promise names the rules, and so the tests, that hold it.',
  },
  {
    id: 'X.types.options',
    document: 'issue 14',
    section: 'types that help',
    rule: 'No option is unknown or object in the public declarations: each row of the option table has a type, and a misspelt member is an error at its key.',
  },
];
