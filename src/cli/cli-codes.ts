import type { Explanation } from '../compiler/diagnostics/index.ts';
import { projectCodes } from './project/project-codes.ts';

/** Every failure of the command line itself, explained; `service explain <code>` prints these rows. */
export const cliCodes = {
  usage: {
    cause: 'A flag, a value or an argument is not one that the command takes.',
    example: 'service build --taget node',
    fix: 'Use the name that the message proposes; `service help <command>` lists the flags.',
  },
  'missing-command': {
    cause: 'The command is incomplete.',
    example: 'service registry',
    fix: 'Add the rest of the command; `service --help` lists all of them.',
  },
  'missing-answer': {
    cause: 'A value without a default is missing, and there is no terminal to ask for it (or CI is set).',
    example: 'CI=true service new',
    fix: 'Pass it as the argument or flag that the message names.',
  },
  'test-runner-missing': {
    cause: '`service test` found no @service/testing in the project, or not what comes with it (jest, @swc/jest).',
    example: 'service test',
    fix: 'npm install --save-dev @service/testing',
  },
  'tests-not-run': {
    cause: 'jest ended before it had run a test, or found no test file.',
    example: 'service test',
    fix: 'Correct what jest reports; write tests as e2e/<name>.e2e.spec.ts or src/<name>.spec.ts.',
  },
  'no-description': {
    cause: '`service generate openapi` was given a file that is no OpenAPI description. Nothing was written.',
    example: 'service generate openapi package.json',
    fix: 'Name the JSON or YAML file of the API that begins with `openapi` or `swagger`.',
  },
  'no-such-folder': {
    cause: 'The folder named with --cwd does not exist or is a file.',
    example: 'service build --cwd ../wether',
    fix: 'Correct the path.',
  },
  'unknown-target': {
    cause: 'A target was named that this version cannot build for.',
    example: 'service build --target nod',
    fix: 'Use one of the targets that the message lists.',
  },
  'bad-merge': {
    cause: '--merge-from or sea.mergeFrom names no archive or folder with executables of other platforms.',
    example: 'service build --target mcpb --merge-from README.md',
    fix: 'Name an archive that `service build --target mcpb --sea` wrote on the other platform, or a folder of --stage-only.',
  },
  'bad-setup': {
    cause: 'The questions of `setup` in the config name a missing step, form a loop, or can never be reached.',
    example: "setup: { steps: [{ id: 'a', prompt: 'A', next: 'b' }] }",
    fix: 'Name steps that exist in next and showWhen; leave next out for the order of the list.',
  },
  'start-failed': {
    cause: 'The build started what it had made, which exited or did not answer. Nothing was written.',
    example: 'service build (with a module that throws while it is loaded)',
    fix: 'Correct what the message quotes; SERVICE_LOG_LEVEL=debug in .env shows where it happened. --no-prove builds without a start.',
  },
  'start-not-proved': {
    cause: 'The build was started and asked for a store or a variable that this machine does not have, or only its platform can start it.',
    example: 'service build (without the Redis of production)',
    fix: 'Put the variables into .env so that the build can check its start; --no-prove builds without the check.',
  },
  'unknown-topic': {
    cause: '`service help` knows commands and a few topics, and the word is neither.',
    example: 'service help tools',
    fix: 'Use one of the topics that the message lists.',
  },
  'unknown-code': {
    cause: '`service explain` was asked about a code that no finding has.',
    example: 'service explain unknown-optoin',
    fix: 'Copy the code from the message: it stands behind `error` or `warning`.',
  },
  'stdio-terminal': {
    cause: 'With --stdio the client speaks JSON-RPC over stdin and stdout; a person at a terminal does not.',
    example: 'service dev --stdio   # typed in a terminal',
    fix: 'Put `service dev --stdio` into the configuration of a client, or leave out --stdio to serve HTTP.',
  },
  'bad-baseline': {
    cause: 'The baseline file of `service audit` has the wrong format, so it cannot tell which findings are accepted.',
    example: 'echo [] > service.audit.json',
    fix: 'Write it with `service audit --write-baseline`.',
  },
  'not-acceptable': {
    cause: 'A baseline accepts warnings. An error, such as a secret in the source, cannot be accepted.',
    example: "service audit --write-baseline, with `secret: 'hunter2hunter2'` in an option",
    fix: 'Correct the error, then write the baseline.',
  },
  'bad-name': {
    cause: 'The last part of the path becomes the name of folder, package and bundle, and one of them cannot be called that.',
    example: "service new 'My App'",
    fix: 'Use lower-case letters, digits, dots, hyphens and underscores, beginning with a letter or digit.',
  },
  'bad-part-name': {
    cause: 'The name of a new part becomes a file, a class and the name that clients see, and it cannot be all three.',
    example: "service generate tool 'add note!'",
    fix: 'Use letters, digits and hyphens, beginning with a letter: add-note.',
  },
  'unknown-app': {
    cause: '--app names an app that the server does not list.',
    example: 'service generate tool add --app clac',
    fix: 'Use one of the ids that the message lists.',
  },
  'name-taken': {
    cause: 'The owner lists a part of this kind and name already, made by another class or constant.',
    example: 'service generate tool add   # CalcApp has an `add`',
    fix: 'Choose another name.',
  },
  'not-editable': {
    cause: 'The new part must join a list, and that list is not written where it could be edited: it is computed, spread or imported.',
    example: '@App({ ...options })   and   service generate tool add',
    fix: 'Write the list in place, or add the import and the item by hand.',
  },
  'reserved-command': {
    cause: 'A command of the project has a name that the command line has itself, or keeps for a later version.',
    example: "cli: { commands: { build: { entry: 'tools/build.ts' } } }",
    fix: 'Choose another name.',
  },
  'bad-command': {
    cause: 'A command of the project is declared in a way that cannot be typed: its name, its arguments or its flags.',
    example: "options: [{ flags: 'force' }]   // --force",
    fix: 'Correct `cli.commands` of the config; `service help config` explains its keys.',
  },
  'command-failed': {
    cause: 'A command of the project failed, or its module exports no function. The failure is one of the project.',
    example: 'service release   # tools/release.ts throws',
    fix: 'Correct the module that the command names as its entry.',
  },
  'unknown-tool': {
    cause: 'A tool was named that this server does not have.',
    example: 'service inspect ad',
    fix: 'Use one of the names that `service inspect` lists.',
  },
  'budget-exceeded': {
    cause: 'The config sets a limit for tools, tokens or bytes, and the server is over it. Nothing was written.',
    example: "defineConfig({ name: 'weather', budgets: { tokens: 2000 } })   // the tool list costs 2,310",
    fix: 'Shorten what `service inspect` shows as most expensive, or raise the budget.',
  },
  'contract-not-found': {
    cause: 'There is nothing to compare with: no such file and no such commit, or no contract was written yet.',
    example: 'service contract diff --against v1.0   # no such tag',
    fix: 'Name a contract.json, a commit, a branch or a tag; or run `service build` first, which writes one.',
  },
  'env-file-unreadable': {
    cause: 'The project has a .env or .env.local that may not be read, so the variables in it are unknown.',
    example: 'chmod 000 .env',
    fix: 'Give yourself the right to read it, or remove it.',
  },
  'contract-unreadable': {
    cause: 'The file or commit to compare with holds no contract that this version understands, or its sources have errors.',
    example: 'service contract diff --against package.json',
    fix: 'Name a contract.json that a build wrote, or commit one and name the commit.',
  },
  'folder-occupied': {
    cause: 'A new project is never mixed with existing files.',
    example: 'service new calculator   # ./calculator holds files',
    fix: 'Choose another folder, or empty that one.',
  },
  'folder-not-writable': {
    cause: 'The folder for the project could not be made: no permission, no space, or a file in the way. Nothing was left behind.',
    example: 'service new /usr/weather',
    fix: 'Choose another folder, or correct permissions and free space of the one above.',
  },
  'tarball-not-found': {
    cause: '--sdk, --cli or --testing names a tarball that does not exist.',
    example: 'service new calculator --sdk file:none.tgz',
    fix: 'Give an existing file, or a version.',
  },
  'install-failed': {
    cause: 'The package manager could not install the dependencies of the new project; the project was removed again.',
    example: 'service new calculator   # without a network',
    fix: 'Read what the package manager said, or create the project with --no-install.',
  },
  'program-missing': {
    cause: 'A program that the command starts is not on the PATH.',
    example: 'service new calculator --pm pnpm   # without pnpm',
    fix: 'Install it, or choose another one.',
  },
  'not-a-package': {
    cause: '`service init` adds to an existing package, and the folder has no package.json, or one that is not JSON.',
    example: 'mkdir empty && cd empty && service init',
    fix: 'Change into a package, or make a new project with `service new`.',
  },
  ...projectCodes,
  'path-outside': {
    cause: 'A file that the command would write lies outside of its folder, by `..` or through a symlink. Nothing was written.',
    example: 'service generate tool add   # src/tools is a symlink to ~/.ssh',
    fix: 'Replace the symlink or the path by one inside the folder, or name the folder that holds the file.',
  },
  'migrate-not-found': {
    cause: '`service migrate` was given a path that does not exist.',
    example: 'service migrate ../wether',
    fix: 'Name the folder of a package, or the file that makes the server.',
  },
  'migrate-no-server': {
    cause: 'Neither the file nor anything that it imports makes a server of the official SDK, or the folder names no file to begin with.',
    example: 'service migrate src/lib.ts   # no `new McpServer(…)` in it',
    fix: 'Name the file that makes the server.',
  },
  'migrate-two-servers': {
    cause: 'The sources make two servers, and a project has one.',
    example: 'const admin = new McpServer(…); const open = new McpServer(…);',
    fix: 'Put each server into a file of its own, and migrate one file at a time.',
  },
  'migrate-unreadable': {
    cause: 'A source does not parse, so what it means is unknown. Nothing was written.',
    example: "server.registerTool('add', {",
    fix: 'Correct the syntax at the line of the message, then migrate again.',
  },
  'migrate-outside': {
    cause: 'A source imports a file outside the folder that is read, or the package names one as `main` or `bin`. Symlinks are followed.',
    example: "import { db } from '../../shared/db.js';",
    fix: 'Name the folder that holds both, or copy the file into the source folder.',
  },
  'migrate-version': {
    cause: 'The package asks for a version of the official SDK whose calls are not known here.',
    example: '"@modelcontextprotocol/sdk": "^7.0.0"',
    fix: 'Name a range of a known version, or install the package so that its version can be read.',
  },
  'migrate-class': {
    cause: 'The server is a member of a class, and its entries cannot be told from the other state of that class.',
    example: 'class Weather { server = new McpServer(…); }',
    fix: 'Make the server in a function or at the top of the module, then migrate again.',
  },
  'archive-unreadable': {
    cause: 'The file to validate does not exist, is no file, or cannot be read.',
    example: 'service mcpb validate dist/mcpb',
    fix: 'Name an .mcpb file.',
  },
  'executable-no-fuse': {
    cause:
      'A single executable is a copy of the running Node, which must hold the text NODE_SEA_FUSE. Nodes of distributions often do not: they are linked to a shared library. Nothing was written.',
    example: 'service build --target node --sea   # with a Node of the distribution',
    fix: 'Run the build with Node from nodejs.org, a version manager, or the npm package node.',
  },
  'executable-node-options': {
    cause:
      'Executables of this Node load code that the variable NODE_OPTIONS names. Who sets the variables of a process can also start another program in its place, so this is a warning.',
    example: 'service build --target node --sea   # with Node 20',
    fix: 'Run the build with Node 22.23, 24.21 or newer, whose executables ignore NODE_OPTIONS.',
  },
  'executable-merged': {
    cause: 'An executable of --merge-from is for another platform than its folder says, holds no server, or one of another version.',
    example: 'service build --target mcpb --merge-from ../old/dist/mcpb/weather-1.0.0.mcpb',
    fix: 'Build the same version with --target mcpb --sea on that platform, and merge what that wrote.',
  },
  'executable-tool': {
    cause:
      'Node, the injection of the bundle, or codesign on macOS failed, or the executable did not answer --version. Nothing was written.',
    example: 'service build --target node --sea   # with a full temporary folder',
    fix: 'Follow the message: free space in the temporary folder (TMPDIR), let programs run there, install the missing tool.',
  },
  'bad-icon': {
    cause: 'The icon of an archive cannot be read, is no PNG image, or is larger than 1 MB. Nothing was built.',
    example: 'service build --target mcpb --icon logo.svg',
    fix: 'Name a PNG image; 512 × 512 is advised.',
  },
  'client-missing': {
    cause: 'The entry of a client is made from `clients` of the config, and it has none for this client.',
    example: 'service eject-mcp-config cursor   # without clients.cursor in the config',
    fix: 'Add clients: { cursor: {} } to the config; `service eject-mcp-config --list` shows what it has.',
  },
  'client-address-differs': {
    cause:
      'The address of an entry comes from transport.http of the config (port 3000 and path /mcp where it is silent), and options of the server put its endpoint elsewhere.',
    example: "@Service({ http: { entryPath: '/rpc' } })   // and transport.http.path: '/mcp' in the config",
    fix: 'Say the same port and path in both, or name the address with clients.<client>.url.',
  },
  'client-file-unusable': {
    cause: 'The file that --out names cannot take an entry: it is not valid JSON, holds no object, is read-only or is no file.',
    example: 'service eject-mcp-config cursor --out README.md',
    fix: 'Correct the file, or name another one.',
  },
  'client-file-not-written': {
    cause: 'The file that --out names could not be replaced: no permission, no space, or another program changed it meanwhile.',
    example: 'service eject-mcp-config cursor --out /proc/mcp.json',
    fix: 'Correct permissions and free space, and run the command again.',
  },
  'port-in-use': {
    cause: 'Another process listens on the port.',
    example: 'service dev   # twice',
    fix: 'End that process, or choose another port with --port.',
  },
  'port-fixed': {
    cause: '@Service sets http.port, and code wins over flags, so --port could have no effect.',
    example: '@Service({ http: { port: 4100 } })   and   service dev --port 4000',
    fix: 'Remove http.port from @Service, or leave out --port.',
  },
  'listing-invalid': {
    cause: 'The registry would refuse the listing of the server, or has refused it.',
    example: "registry: { name: 'weather' }   # no namespace",
    fix: 'Correct the member that the message names: of registry or info of @Service, of package.json, or of the file given with --file.',
  },
  'package-not-ready': {
    cause: 'The listing names a package that the registry would not find, or that names another server.',
    example: "registry: { packages: ['npm'] }   # package.json without mcpName",
    fix: 'Write "mcpName" into package.json, publish the package to npm, then publish to the registry.',
  },
  'registry-key': {
    cause: 'There is no private key to prove the domain with, others can read its file, or it is no Ed25519 key.',
    example: 'service registry publish --key-file id_rsa',
    fix: 'Make a key with `service registry keygen`, or name one with --key-file or MCP_REGISTRY_PRIVATE_KEY.',
  },
  'namespace-not-granted': {
    cause: 'The proof would grant another namespace than that of the server.',
    example: 'service registry publish --domain example.org   # name: com.example/weather',
    fix: 'Prove the domain of the namespace (com.example is example.com), or a parent of it with --auth dns.',
  },
  'proof-not-ready': {
    cause: 'The record that proves the domain is not where the registry reads it, or is that of another key.',
    example: 'service registry publish   # before the server with the key is deployed',
    fix: 'Set MCP_REGISTRY_PUBLIC_KEY where the server runs, or publish the TXT record; in CI give the job `id-token: write`.',
  },
  'login-refused': {
    cause: 'The registry did not accept the proof of the domain.',
    example: 'service registry publish   # the clock of this machine is a minute late',
    fix: 'Follow the message of the registry: publish the right key, or set the clock by NTP.',
  },
  'registry-refused': {
    cause: 'The registry refused the change; the message quotes its reason.',
    example: 'service registry publish   # the version was published before',
    fix: 'Correct what the message names; a version is published once, so a change needs a new one.',
  },
  'registry-unreachable': {
    cause: 'The registry could not be reached, or something that is no registry answered.',
    example: 'service registry publish --registry https://registry.exmaple.com',
    fix: 'Correct the address, and look at the network and its proxy.',
  },
  'key-exists': {
    cause: 'The key file exists; replacing it would make the published proof of your domain worthless.',
    example: 'service registry keygen   # twice',
    fix: 'Choose another file with --out, or replace it with --force.',
  },
  'key-not-written': {
    cause: 'The key file could not be written.',
    example: 'service registry keygen --out /proc/key',
    fix: 'Choose another file with --out.',
  },
  'output-no-space': {
    cause: 'The disk was full while the output was written. The folder is as it was before.',
    example: 'service build   # on a full disk',
    fix: 'Free some space, or choose another folder with --out-dir.',
  },
  'output-not-writable': {
    cause: 'The output folder cannot be written: no permission, a read-only disk, or a file where a folder should be.',
    example: 'service build --out-dir README.md',
    fix: 'Correct the permissions, move the file away, or choose another folder with --out-dir.',
  },
  'output-foreign-files': {
    cause: 'A build replaces its output folder whole, and the folder holds files that no build wrote.',
    example: 'service build --target node --out-dir .   # ./node holds your files',
    fix: 'Move those files away, or choose another folder with --out-dir.',
  },
  'output-outside': {
    cause: 'The output folder is written as one of the project, and a symlink leads out of it. Nothing was written.',
    example: 'service build   # dist is a symlink to ~/.config',
    fix: 'Replace the symlink by a folder, or name the folder that it leads to with --out-dir.',
  },
  'output-interrupted': {
    cause: 'The build was stopped while it wrote. The folder is as it was before.',
    example: 'Ctrl-C during service build',
    fix: 'Run the build again.',
  },
  'output-failed': {
    cause: 'The system refused to write the output for a reason that has no text of its own; the message holds its code.',
    example: 'service build   # on a disk with errors',
    fix: 'Run the build again; if it fails again, choose another folder with --out-dir.',
  },
  'output-file-not-written': {
    cause: 'The file that SERVICE_OUTPUT_FILE names could not be written. The command itself has done its work.',
    example: 'SERVICE_OUTPUT_FILE=/proc/x service check',
    fix: 'Name a file in a folder that you can write to.',
  },
  interrupted: {
    cause: 'Ctrl-C, a closed terminal or a request to end stopped the command; its changes were undone.',
    example: 'Ctrl-C during service new',
    fix: 'Run the command again.',
  },
  'nested-too-deeply': {
    cause: 'A source, a config or a contract holds thousands of things inside each other, more than its reader can follow.',
    example: '((((((((1))))))))   // 20,000 times',
    fix: 'Shorten the file. Data belongs into a list, not into nesting.',
  },
  'unexpected-failure': {
    cause: 'A defect of this tool, not of your project. A report without secrets was written to the file that the message names.',
    example: '(none: please report it)',
    fix: 'Send the report; --verbose shows the stack.',
  },
} as const satisfies Readonly<Record<string, Explanation>>;

export type CliCode = keyof typeof cliCodes;
