import type { RequirementRow } from '../requirement-row.ts';

/** What a person types: document 2 (command-line operations), issue 2 items 7 and "Bad input", facts on users §4, architecture §3a. */
export const rows: readonly RequirementRow[] = [
  {
    id: 'F4.help.two-screens',
    document: 'facts users',
    section: '4',
    rule: 'Every page of help is at most two screens, with examples first, and ends with see also.',
  },
  {
    id: 'A3a.12.no-npx',
    document: 'architecture',
    section: '3a.12',
    rule: 'Nothing tells a stranger to run `npx service` without a local install.',
  },
  { id: 'I2.cli.help-lazy', document: 'issue 2', section: 'Deliver 7', rule: '--help loads neither the compiler nor a command.' },
  {
    id: 'F4.cli.did-you-mean',
    document: 'facts users',
    section: '4',
    rule: 'Misspelt commands, flags and targets are exit 2 with the nearest name.',
  },
  { id: 'F4.cli.exit-codes', document: 'facts users', section: '4', rule: 'Exit codes are documented in `help exit-codes`.' },
  {
    id: 'F4.cli.json',
    document: 'issue 2',
    section: 'Deliver 7',
    rule: 'Every command takes --json and prints one document { schemaVersion, ok, command, data, diagnostics } on stdout.',
  },
  { id: 'F4.cli.output-file', document: 'facts users', section: '4', rule: 'SERVICE_OUTPUT_FILE receives the same document.' },
  { id: 'I2.bad-input.folder', document: 'issue 2', section: 'Bad input', rule: 'A missing or empty folder is named with exit 2.' },
  { id: 'F4.cli.colour', document: 'facts users', section: '4', rule: 'Colours follow the terminal, NO_COLOR, FORCE_COLOR and --color.' },
  {
    id: 'I2.node-guard',
    document: 'architecture',
    section: '3a.8',
    rule: 'The Node version is checked before anything else loads: exit 6 and one sentence.',
  },
  {
    id: 'I2.new.no-questions',
    document: 'issue 2',
    section: 'Deliver 7',
    rule: 'Without a terminal nothing is asked; a missing answer is exit 2 naming it.',
  },
  {
    id: 'I2.new.templates',
    document: 'issue 2',
    section: 'Deliver 7',
    rule: 'new writes the basic or full template, prints the defaults taken and the next two commands; the config has transport.http { port 3000, path /mcp }.',
  },
  {
    id: 'I2.new.names',
    document: 'issue 2',
    section: 'Deliver 7',
    rule: 'new refuses names that a package or folder cannot have, and proposes one.',
  },
  { id: 'I2.new.occupied', document: 'issue 2', section: 'Deliver 7', rule: 'new refuses a non-empty folder and a file.' },
  {
    id: 'I2.new.unwritable',
    document: 'issue 2',
    section: 'Bad input',
    rule: 'A folder that cannot be created is named, exit 6, nothing left.',
  },
  {
    id: 'I2.new.install-fails',
    document: 'issue 2',
    section: 'Bad input',
    rule: 'A failing installation is shown and leaves nothing half-written.',
  },
  {
    id: 'I2.bad-input.sigint',
    document: 'issue 2',
    section: 'Bad input',
    rule: 'SIGINT during any command leaves nothing half-written and exits 130.',
  },
  { id: 'I2.bad-input.port', document: 'issue 2', section: 'Bad input', rule: 'A port in use is named with its owner.' },
  { id: 'I2.bad-input.out-dir', document: 'issue 2', section: 'Bad input', rule: 'An unwritable output folder is exit 6 with what to do.' },
  {
    id: 'I2.dev.reload',
    document: 'issue 2',
    section: 'Deliver 7',
    rule: 'dev serves the project and answers with the new code after a save, on the same port.',
  },
  {
    id: 'I2.installable',
    document: 'issue 2',
    section: 'Deliver 8',
    rule: 'A project scaffolded from packed tarballs outside the repository installs, type-checks, builds and passes its own test.',
  },
  { id: 'I2.build.unchanged', document: 'issue 2', section: 'Deliver 6', rule: 'An unchanged second build says so.' },
  {
    id: 'D2.registry.keygen',
    document: 'spec 2',
    section: 'Command-line operations',
    rule: 'registry keygen writes a 64-character Ed25519 hex seed to ~/.service/keys/mcp-registry.key (mode 0600) and prints public key and DNS TXT record; keys are never printed.',
  },
  {
    id: 'D2.registry.keygen-force',
    document: 'spec 2',
    section: 'Command-line operations',
    rule: 'registry keygen takes --out and --force; without --force an existing key stays.',
  },
];
