import { artifacts, entry, page } from './command-options.ts';
import type { CommandRow, OptionRow } from './command-row.ts';
import { registryRows } from './registry/registry-rows.ts';
import { newRow } from './scaffold/new-row.ts';

const format: OptionRow = {
  name: 'format',
  value: 'format',
  choices: ['pretty', 'json', 'sarif', 'github'],
  summary: 'How findings are printed; all but pretty go to stdout',
  standard: 'pretty',
};
const unrestricted: OptionRow = {
  name: 'unrestricted',
  summary: 'Load definitions that need a native add-on or a thread without restrictions, in projects that you trust',
};
const target: OptionRow = {
  name: 'target',
  short: 't',
  value: 'target',
  list: true,
  completes: 'targets',
  summary: 'Build for this target (SERVICE_TARGET)',
  standard: "the config's deployments",
};

/** Every command. A new one is a row here and a file in `commands/`. */
export const commandTable: readonly CommandRow[] = [
  newRow,
  {
    name: 'init',
    group: 'Start',
    summary: 'Add a server to an existing package',
    details:
      'Scripts, dependencies, tsconfig.json, service.config.ts, an example server and .gitignore lines. What is there is never overruled; a second run does nothing.',
    arguments: [],
    options: [
      { name: 'dry-run', summary: 'Show the changes and write nothing' },
      { name: 'sdk', value: 'spec', summary: 'As in `service new` (SERVICE_SDK_SPEC)', standard: "this tool's version" },
      { name: 'cli', value: 'spec', summary: 'As in `service new` (SERVICE_CLI_SPEC)', standard: "this tool's version" },
    ],
    examples: [
      { line: 'service init --dry-run', does: 'show what would change' },
      { line: 'service init', does: 'do it' },
    ],
    seeAlso: ['new', 'doctor'],
    load: async () => (await import('./commands/init.ts')).runInit,
  },
  {
    name: 'migrate',
    group: 'Start',
    summary: 'Move a server of the official SDK into a new project',
    details:
      'Reads sources as text (TypeScript, JavaScript, published packages), runs none of them, and changes nothing outside the output folder. Shows the new files; writes them with --out or --write. What could not be moved is named with file and line.',
    arguments: [{ name: 'source', required: true, summary: 'Folder of a package, or the file that makes the server' }],
    options: [
      { name: 'out', short: 'o', value: 'folder', summary: 'Write the project there; the folder must be empty' },
      { name: 'write', summary: 'Write it into ./<name>-service' },
      { name: 'sdk', value: 'spec', summary: 'As in `service new` (SERVICE_SDK_SPEC)', standard: "this tool's version" },
      { name: 'cli', value: 'spec', summary: 'As in `service new` (SERVICE_CLI_SPEC)', standard: "this tool's version" },
    ],
    examples: [
      { line: 'service migrate ../weather', does: 'show the project and what is left to do' },
      { line: 'service migrate ../weather/src/index.ts --out weather', does: 'write it' },
    ],
    seeAlso: ['new', 'init', 'build'],
    load: async () => (await import('./commands/migrate.ts')).runMigrate,
  },
  {
    name: 'generate',
    group: 'Develop',
    summary: 'Add a tool, resource, prompt, plugin, provider or app',
    details:
      'Writes the class into a file of its own and adds import and item to the app or server that lists it; formatting stays. What exists is kept; a second run does nothing. A plugin with --package becomes a package of its own, in a new folder <name>-plugin.',
    arguments: [
      {
        name: 'what',
        required: true,
        summary: 'tool, resource, prompt, plugin, provider or app',
        choices: ['tool', 'resource', 'prompt', 'plugin', 'provider', 'app'],
      },
      { name: 'name', required: true, summary: 'Its name, as clients will see it: add-note' },
    ],
    options: [
      { name: 'app', value: 'id', summary: 'App that lists it', standard: 'the only app; the server for plugins and providers' },
      { name: 'package', summary: 'plugin: write a package for several servers, here or outside of a project' },
      { name: 'dry-run', summary: 'Show the changes and write nothing' },
      entry,
    ],
    examples: [
      { line: 'service generate tool add-note', does: 'src/tools/add-note.tool.ts, listed by the app' },
      { line: 'service generate app billing --dry-run', does: 'show what would change' },
      { line: 'service generate plugin audit --package', does: 'audit-plugin: a package to publish' },
    ],
    seeAlso: ['check', 'new'],
    load: async () => (await import('./commands/generate.ts')).runGenerate,
  },
  {
    name: 'generate client',
    group: 'Develop',
    summary: 'Write a typed client without dependencies for this server',
    details:
      'One module for browsers, Node and workers that needs nothing but fetch, with the types of every tool, prompt and resource. Made from the sources, or from a contract.json of a server whose sources you do not have.',
    arguments: [],
    options: [
      { name: 'out', short: 'o', value: 'folder', summary: 'Output folder', standard: 'client' },
      { name: 'from', value: 'file', summary: 'A contract.json', standard: 'the sources of this project' },
      { name: 'dry-run', summary: 'Show the changes and write nothing' },
      entry,
    ],
    examples: [
      { line: 'service generate client --out src/client', does: 'a client of this server' },
      { line: 'service generate client --from contract.json', does: 'a client of another one' },
    ],
    seeAlso: ['contract diff', 'build'],
    load: async () => (await import('./commands/generate-client.ts')).runGenerateClient,
  },
  {
    name: 'generate openapi',
    group: 'Develop',
    summary: 'Add an app with a tool for each operation of an API',
    details:
      'Writes an app with the OpenapiAdapter of @service/adapters, lists it in the server and adds the dependency. The description is OpenAPI 2.0, 3.0 or 3.1: a file of the project, or an address that `service build --refresh` fetches.',
    arguments: [{ name: 'document', required: true, summary: 'Path within the project, or an address of http or https' }],
    options: [
      { name: 'name', value: 'name', summary: 'Name of the app and of the adapter', standard: 'that of the host or of the file' },
      { name: 'base-url', value: 'url', summary: 'Address that requests go to', standard: 'the first server of the description' },
      { name: 'dry-run', summary: 'Show the changes and write nothing' },
      entry,
    ],
    examples: [
      { line: 'service generate openapi specs/shop.yaml', does: 'src/shop.app.ts, listed by the server' },
      { line: 'service generate openapi https://api.example.com/openapi.json --name shop', does: 'from an address' },
    ],
    seeAlso: ['generate', 'build'],
    load: async () => (await import('./commands/generate-openapi.ts')).runGenerateOpenapi,
  },
  {
    name: 'dev',
    group: 'Develop',
    summary: 'Serve the project and reload it on every save',
    arguments: [],
    options: [
      entry,
      { name: 'port', short: 'p', value: 'port', summary: 'Port to serve on, or auto for the next free one (PORT)', standard: '3000' },
      { name: 'stdio', summary: 'Speak stdio with one client, which stays connected across reloads' },
      { name: 'no-check', summary: 'Do not type-check beside the running server' },
      { name: 'no-page', summary: 'Do not serve the page that shows and tries the server' },
    ],
    examples: [
      { line: 'service dev', does: 'serve on the port of the config' },
      { line: 'service dev --stdio', does: "as a client's command: reloads without a new connection" },
      { line: 'service dev --port 4000', does: 'serve on another one' },
    ],
    seeAlso: ['check', 'build'],
    load: async () => (await import('./commands/dev.ts')).runDev,
  },
  {
    name: 'test',
    group: 'Check',
    summary: 'Run the end-to-end tests of the project',
    details:
      'Runs src/**/*.spec.ts, __tests__/**/*.spec.ts and e2e/**/*.e2e.spec.ts under jest, which comes with @service/testing. A jest configuration of the project replaces the generated one; .env and .env.local are read.',
    arguments: [{ name: 'patterns', variadic: true, summary: 'Only files whose path matches one of them' }],
    options: [
      { name: 'runInBand', short: 'i', summary: 'One file after the other' },
      { name: 'watch', short: 'w', summary: 'After each save run the specs that it concerns, those of servers among them' },
      { name: 'verbose', short: 'v', summary: 'Name every test' },
      { name: 'timeout', short: 't', value: 'ms', summary: 'Milliseconds that a test may take', standard: '60000' },
      { name: 'coverage', short: 'c', summary: 'Measure coverage' },
      { name: 'update-snapshots', short: 'u', summary: 'Write the snapshots of the tests anew' },
      { name: 'no-env', summary: 'Do not read .env and .env.local' },
    ],
    examples: [
      { line: 'service test', does: 'run every test; exit 5 when one fails' },
      { line: 'service test e2e/server -i', does: 'run one file' },
    ],
    seeAlso: ['check', 'dev'],
    load: async () => (await import('./commands/test.ts')).runTest,
  },
  {
    name: 'check',
    group: 'Check',
    summary: 'Report errors and warnings of the sources, without a build',
    details:
      'Loads the definitions once, in a process that writes to the cache alone and starts nothing. It sees variables of the system, env.shared, .env, and those of the shell that build.env names. It guards against accidents and is no sandbox. Nothing is bundled: what depends on the bundle of a target is found by `service build` alone, such as modules of Node that a worker does not have, native add-ons, assets and sizes.',
    arguments: [],
    options: [entry, target, format, { name: 'no-types', summary: "Leave out TypeScript's own errors" }],
    examples: [
      { line: 'service check', does: 'check what the config deploys' },
      { line: 'service check --format github', does: 'annotate a pull request' },
    ],
    seeAlso: ['build', 'inspect'],
    load: async () => (await import('./commands/check.ts')).runCheck,
  },
  {
    name: 'doctor',
    group: 'Check',
    summary: 'Check this machine, project and deployment for problems',
    details:
      'Looks at Node, package manager, packages and versions, compiled modules, tsconfig, sources, outputs, .gitignore, port, socket, secrets, keys, store, size and start of a worker, public URL with discovery and clock, and the clients on this machine. Exit 5 when a check fails.',
    arguments: [],
    options: [
      { name: 'fix', summary: 'Repair what is safe: missing dependencies, options, ignore lines, folders; keys that others can read' },
      unrestricted,
    ],
    examples: [
      { line: 'service doctor', does: 'what to put into a bug report' },
      { line: 'service doctor --fix', does: 'repair what is safe' },
    ],
    seeAlso: ['init', 'check', 'help exit-codes'],
    load: async () => (await import('./commands/doctor.ts')).runDoctor,
  },
  {
    name: 'audit',
    group: 'Check',
    summary: 'Find security problems in the sources',
    details:
      'Looks at sources and model. A build shows the same findings as warnings. What was looked at and is meant goes into the baseline file; only new findings fail then (exit 5). Config and definitions are evaluated in a process without your variables that writes and starts nothing; it guards against accidents and is no sandbox.',
    arguments: [],
    options: [
      entry,
      target,
      format,
      { name: 'baseline', value: 'file', summary: 'Findings that are accepted', standard: 'service.audit.json' },
      { name: 'write-baseline', summary: 'Accept all current findings' },
      {
        name: 'no-evaluate',
        summary: 'For untrusted sources: run no code of the project, and read a config only as JSON',
      },
      unrestricted,
    ],
    examples: [
      { line: 'service audit', does: 'show every new finding' },
      { line: 'service audit --format sarif > audit.sarif', does: 'for a code-scanning service' },
    ],
    seeAlso: ['check', 'explain'],
    load: async () => (await import('./commands/audit.ts')).runAudit,
  },
  {
    name: 'inspect',
    group: 'Check',
    summary: 'Show what clients see, what it costs and what is bundled',
    arguments: [{ name: 'tool', completes: 'tools', summary: 'Only this tool: its schemas, owner and place' }],
    options: [entry, target, { name: 'search', value: 'question', summary: 'Only what answers it, best first' }, page, unrestricted],
    examples: [
      { line: 'service inspect', does: 'show the server as clients will see it' },
      { line: 'service inspect add', does: 'one tool, with its schemas' },
      { line: 'service inspect --search "add two numbers"', does: 'what a model would look for' },
      { line: 'service inspect --page http://127.0.0.1:3000/mcp', does: 'try a server in the browser' },
    ],
    seeAlso: ['check', 'build'],
    load: async () => (await import('./commands/inspect.ts')).runInspect,
  },
  {
    name: 'contract diff',
    group: 'Check',
    summary: 'Show what changed for clients, and what breaks them',
    details:
      'Compares the sources with a contract.json, here or in a commit, and proposes the version. Nothing of the commit is run. Every build writes contract.json; a copy that you commit beside the config is what is compared with. Exit 5 when something breaks clients.',
    arguments: [],
    options: [
      { name: 'against', value: 'what', summary: 'File, commit, branch or tag', standard: 'contract.json here, else the last build' },
      { ...format, choices: ['pretty', 'json', 'sarif', 'github'], summary: 'How changes are printed' },
      entry,
    ],
    examples: [
      { line: 'service contract diff', does: 'since the last build' },
      { line: 'service contract diff --against main --format github', does: 'annotate a pull request' },
    ],
    seeAlso: ['build', 'inspect', 'help exit-codes'],
    load: async () => (await import('./commands/contract-diff.ts')).runContractDiff,
  },
  {
    name: 'build',
    group: 'Build',
    summary: 'Compile the server into one specialised bundle per target',
    details:
      'Starts what it made, with the variables of env.shared and .env, and writes it only if it answers. Tells sizes, the heaviest modules and features with their reasons; sbom.cdx.json and licenses.txt name what went in.',
    arguments: [],
    options: [
      target,
      { name: 'out-dir', short: 'o', value: 'folder', summary: 'Output goes to <folder>/<target>/ (SERVICE_OUT_DIR)', standard: 'dist' },
      entry,
      { name: 'no-check', summary: "Leave out TypeScript's own errors" },
      { name: 'print-model', summary: 'Print the model of the server instead of building' },
      { name: 'refresh', summary: 'Fetch documents of adapters anew first' },
      { name: 'force', summary: 'Build even when nothing has changed' },
      { name: 'no-prove', summary: 'Do not start the build to see that it answers' },
      ...artifacts,
      format,
    ],
    examples: [
      { line: 'service build', does: 'build every deployment' },
      { line: 'service build --target node --out-dir out', does: 'build one, into out/node/' },
      { line: 'service build --target node --sea', does: 'also a single executable' },
      { line: 'service build --refresh', does: 'with API descriptions of now' },
      { line: 'service build --target cli', does: 'a sub-command for each tool' },
      { line: 'service build --target mcpb --icon icon.png', does: 'an archive for desktop clients' },
    ],
    seeAlso: ['check', 'inspect'],
    load: async () => (await import('./commands/build.ts')).runBuild,
  },
  {
    name: 'config print',
    group: 'Check',
    summary: 'Print the resolved settings and where they come from',
    arguments: [],
    options: [entry, target, { name: 'origin', summary: 'Say where each value comes from' }],
    examples: [
      { line: 'service config print --origin', does: 'which of them wins' },
      { line: 'service config print --json', does: 'values and origins as data' },
    ],
    seeAlso: ['help config', 'help env', 'doctor'],
    load: async () => (await import('./commands/config-print.ts')).runConfigPrint,
  },
  {
    name: 'eject-mcp-config',
    group: 'Ship',
    summary: 'Print or merge the entry of this server for an MCP client',
    details:
      'The entry is made from clients.<client> of the config: a URL, or the command that starts the server. With --out it is merged into that file; everything else in it stays as it is, byte for byte. `claude` is claude-desktop or claude-code, whichever the config has.',
    arguments: [
      {
        name: 'client',
        summary: 'claude-code, claude-desktop, cursor, windsurf, vscode or claude',
        choices: ['claude-code', 'claude-desktop', 'cursor', 'windsurf', 'vscode', 'claude'],
      },
    ],
    options: [
      { name: 'out', short: 'o', value: 'file', summary: 'Merge it into this file, which is made when it is missing' },
      { name: 'dry-run', summary: 'Show the changes and write nothing' },
      { name: 'backup', summary: 'Keep a copy of the file as <file>.bak' },
      { name: 'list', summary: "List the config's clients and where each keeps its own file" },
    ],
    examples: [
      { line: 'service eject-mcp-config cursor', does: 'print the entry' },
      { line: 'service eject-mcp-config vscode --out .vscode/mcp.json', does: 'merge it into a file' },
      { line: 'service eject-mcp-config claude --out claude.json --dry-run', does: 'show what would change' },
    ],
    seeAlso: ['build', 'doctor', 'help config'],
    load: async () => (await import('./commands/eject-mcp-config.ts')).runEjectMcpConfig,
  },
  {
    name: 'mcpb validate',
    group: 'Ship',
    summary: 'Check an archive for desktop clients',
    details:
      'Reads the archive as strictly as the strictest host: names, sizes, checksums, manifest, entry point, icon, placeholders. Names packages that its server asks for and the archive does not hold. Nothing is unpacked or run. Exit 1 when something is wrong.',
    arguments: [{ name: 'file', required: true, summary: 'The .mcpb file' }],
    options: [],
    examples: [{ line: 'service mcpb validate dist/mcpb/weather-1.0.0.mcpb', does: 'say `archive is valid`, or what is wrong' }],
    seeAlso: ['build', 'help exit-codes'],
    load: async () => (await import('./commands/mcpb-validate.ts')).runMcpbValidate,
  },
  ...registryRows,
  {
    name: 'explain',
    group: 'Help',
    summary: 'Explain the code of a finding',
    arguments: [{ name: 'code', completes: 'codes', summary: 'The code behind `error` or `warning`; all codes are listed without it' }],
    options: [],
    examples: [
      { line: 'service explain unknown-option', does: 'one code' },
      { line: 'service explain', does: 'list all of them' },
    ],
    seeAlso: ['check', 'help exit-codes'],
    load: async () => (await import('./commands/explain.ts')).runExplain,
  },
  {
    name: 'completion',
    group: 'Help',
    summary: 'Print the completion script of a shell',
    arguments: [{ name: 'shell', required: true, choices: ['bash', 'zsh', 'fish'], summary: 'bash, zsh or fish' }],
    options: [],
    examples: [
      { line: 'npx --no service completion bash >> ~/.bashrc', does: 'bash' },
      { line: 'npx --no service completion zsh >> ~/.zshrc', does: 'zsh' },
      { line: 'npx --no service completion fish > ~/.config/fish/conf.d/service.fish', does: 'fish' },
    ],
    seeAlso: ['help output'],
    load: async () => (await import('./commands/completion.ts')).runCompletion,
  },
  {
    name: 'help',
    group: 'Help',
    summary: 'Explain a command or a topic',
    arguments: [{ name: 'topic', completes: 'topics', variadic: true, summary: 'Command or topic' }],
    options: [],
    examples: [
      { line: 'service help config', does: 'every key of service.config.*' },
      { line: 'service help auth', does: 'who signs in, and what it needs' },
    ],
    seeAlso: ['help exit-codes', 'help env'],
    load: async () => (await import('./commands/help.ts')).createHelp(commandTable),
  },
];
