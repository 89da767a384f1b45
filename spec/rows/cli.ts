import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** What a person types. */
export const rows: readonly RequirementRow[] = rowsOf({
  'cli.later':
    'Commands and flags that only other versions have (the process manager, install, uninstall, configure, esm-update, skills, plugin, inspector, --nx) are refused by name, with what to do instead.',
  'F4.help.every-level':
    'service <word> --help and service help <word> list the commands that begin with a word, as in service registry --help.',
  'F4.help.two-screens': 'Every page of help is at most two screens, with examples first, and ends with see also.',
  'A3a.12.no-npx': 'Nothing tells a stranger to run `npx service` without a local install.',
  'I2.cli.help-lazy': '--help loads neither the compiler nor a command.',
  'F4.cli.did-you-mean': 'Misspelt commands, flags and targets are exit 2 with the nearest name.',
  'F4.cli.exit-codes': 'Exit codes are documented in `help exit-codes`.',
  'F4.cli.json': 'Every command takes --json and prints one document { schemaVersion, ok, command, data, diagnostics } on stdout.',
  'F4.cli.report': 'An unexpected failure writes a report file without secrets.',
  'F4.cli.output-file': 'SERVICE_OUTPUT_FILE receives the same document.',
  'I2.bad-input.folder': 'A missing or empty folder is named with exit 2.',
  'F4.cli.colour': 'Colours follow the terminal, NO_COLOR, FORCE_COLOR and --color.',
  'I2.node-guard': 'The Node version is checked before anything else loads: exit 6 and one sentence.',
  'I2.new.no-questions': 'Without a terminal nothing is asked; a missing answer is exit 2 naming it.',
  'I2.new.templates':
    'new writes the basic or full template, prints the defaults taken and the next two commands; the config has transport.http { port 3000, path /mcp }.',
  'I2.new.page': 'new --template page makes a page over a server in it, with vite; flags of a deployment are refused.',
  'I2.new.widget':
    'new --template widget makes a server whose result a component of React shows, which calls a tool; it depends on @service/ui too.',
  'I2.new.names': 'new refuses names that a package or folder cannot have, and proposes one.',
  'I2.new.occupied': 'new refuses a non-empty folder and a file.',
  'I2.new.unwritable': 'A folder that cannot be created is named, exit 6, nothing left.',
  'I2.new.install-fails': 'A failing installation is shown and leaves nothing half-written.',
  'I2.bad-input.sigint': 'SIGINT during any command leaves nothing half-written and exits 130.',
  'I2.bad-input.port': 'A port in use is named with its owner.',
  'I2.bad-input.out-dir': 'An unwritable output folder is exit 6 with what to do.',
  'I2.dev.reload': 'dev serves the project and answers with the new code after a save, on the same port.',
  'I2.installable':
    'A project scaffolded from packed tarballs outside the repository installs, type-checks, builds and passes its own test.',
  'D2.registry.keygen':
    'registry keygen writes a 64-character Ed25519 hex seed to ~/.service/keys/mcp-registry.key (mode 0600) and prints public key and DNS TXT record; keys are never printed.',
  'D2.registry.keygen-force': 'registry keygen takes --out and --force; without --force an existing key stays.',
  'I2.bad-input.odd-places': 'A place where no folder can be made is an error at once, never an endless attempt.',
  'I2.new.path': 'new takes a path: the folder, whose last part is the name.',
  'I2.new.pm': '--pm calls npm, yarn or pnpm; one that is missing is named before anything is made.',
  'I2.bad-input.disk-full': 'A disk that fills up leaves nothing half-written, through the command line too.',
  'cli.interrupt.group':
    'A signal to the whole process group is no fault of the commands: the death of a child that got it too is not reported, and dev says nothing.',
  'cli.dev.parent': 'dev ends with the package manager that runs it, however that ends.',
  'cli.target-names': 'Messages propose only targets that this version builds; the config may list others.',
  'cli.read-limit': 'A text file that a person names is read up to 16 MiB; the message for a larger one has its path and size.',
  'I2.dev.broken-save':
    'A save that does not parse is shown while the server before it goes on; below the errors stands what is served and that the next save is built.',
  'I2.dev.missing-import': 'dev serves a project whose missing import appears.',
  'I2.dev.crash': 'A server that ends under dev is named with its code and started again by the next save.',
  'I2.dev.settings': 'dev follows its config, package.json and .env files.',
  'I2.dev.decorator': 'dev serves and shows the port and path that the decorator sets, which win over flags and config.',
  'I2.dev.types': 'Type errors are shown beside the running server.',
  'I2.dev.no-orphan': 'However dev ends, its server ends too.',
  'cli.cwd-symlink':
    '--cwd with a symlink works in the folder that it leads to, as after `cd`: `extends` of tsconfig.json and other relative paths start there.',
  'I2.cli.several': 'build, check and inspect take every deployment of the config.',
  'I2.bad-input.project': 'A missing entry, package.json or config, and unknown config keys, are named with the documented exit code.',
  'I2.bad-input.types':
    'An entry that does not type-check is exit 1 with its place; `check` judges every file of the project, `build` no test file that the entry does not import.',
  'I7.explain': 'explain <code> prints cause, example and fix of a finding, without a project.',
  'I7.explain.every': "Every diagnostic can be explained, the configuration's and the command line's too.",
  'I7.explain.list': 'explain lists every code; a misspelt one is answered with the nearest.',
  'I7.init': 'init adds to an existing package what it lacks, overrules nothing and is idempotent.',
  'I7.init.dry-run': 'init --dry-run shows the changes and writes nothing.',
  'I7.init.checks': 'What init adds passes check.',
  'I7.init.refuses': 'init without a package is exit 2; a failure in the middle puts every file back.',
  'I7.doctor': 'doctor examines Node, npm, packages, tsconfig, entry, output, port and secrets.',
  'I7.doctor.fails': 'Each check is pass, warn or fail with a fix; exit 5 on fail; secrets are never printed.',
  'I7.doctor.config': 'A configuration that cannot be read is a finding of doctor.',
  'I7.doctor.fix': 'doctor --fix repairs what is safe.',
});
