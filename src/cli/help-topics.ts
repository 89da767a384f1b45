import { table, wrap, type Rows } from '@service/sdk/terminal';
import { distributedVariableTexts, httpVariableTexts, sentenceOf, serverVariableTexts } from '@service/sdk/options';
import { printSettings, printVariables } from '../config/print-settings.ts';
import { targetNames } from '../targets/index.ts';
import { exitCodeRows } from './exit-codes.ts';

interface Topic {
  /** Commands or settings with their effects; printed first. */
  readonly examples: Rows;
  readonly body: (width: number) => string;
}

/** Pages of `service help <topic>`, each computed from the data it explains. */
const topics: Readonly<Record<string, Topic>> = {
  auth: {
    examples: [
      ["  @Service({ auth: { mode: 'local', authenticate } })", 'people sign in here'],
      ["  @Tool({ authorities: 'admin', … })", 'who may call it'],
      ['  openssl rand -base64 32', 'a secret for JWT_SECRET'],
    ],
    body: printAuth,
  },
  'exit-codes': {
    examples: [['  service contract diff --against main || [ $? -ne 5 ]', 'everything but a breaking change']],
    body: (width) =>
      `${table(
        exitCodeRows.map((row): readonly string[] => [`  ${row.code}`, row.meaning]),
        width,
      )}\n\nSee also: service help output`,
  },
  config: {
    examples: [['  service config print --origin', 'which settings count, and where each comes from']],
    body: (width) => printSettings('config', inWidth(width)),
  },
  'build-settings': {
    examples: [["  build: { env: ['DATABASE_URL'], assets: ['prompts/**'] }", 'variables and files']],
    body: (width) => printSettings('build', inWidth(width)),
  },
  clients: {
    examples: [['  clients: { cursor: {} }', '`service eject-mcp-config cursor` prints its entry']],
    body: (width) => printSettings('clients.<name>', inWidth(width)),
  },
  deployments: {
    examples: [["  deployments: [{ target: 'node' }, { target: 'worker' }]", '`service build` builds both']],
    body: (width) => printSettings('deployments[]', inWidth(width)),
  },
  distributed: {
    examples: [["  deployments: [{ target: 'distributed' }]", 'several instances behind one address']],
    body: (width) => `${printInstanceVariables(width)}\n\n${printSettings('instances', inWidth(width))}`,
  },
  cli: {
    examples: [['  service build --target cli', 'a program with a sub-command for every tool']],
    body: (width) => printSettings('command-lines', inWidth(width)),
  },
  mcpb: {
    examples: [['  service build --target mcpb', 'an archive that desktop clients install']],
    body: (width) => printSettings('archives', inWidth(width)),
  },
  worker: {
    examples: [["  deployments: [{ target: 'worker', wrangler: { name: 'notes' } }]", 'its name']],
    body: (width) => printSettings('workers', inWidth(width)),
  },
  setup: {
    examples: [["  setup: { steps: [{ id: 'key', prompt: 'Key' }] }", 'becomes KEY']],
    body: (width) => printSettings('setup', inWidth(width)),
  },
  budgets: {
    examples: [['  budgets: { tools: 40, tokens: 4000 }', 'a build that exceeds one fails']],
    body: (width) => printSettings('budgets', inWidth(width)),
  },
  'registry-settings': {
    examples: [["  registry: { packages: ['npm'] }", '`service registry publish` lists the package']],
    body: (width) => printSettings('registry', inWidth(width)),
  },
  'project-commands': {
    examples: [["  cli: { commands: { seed: { entry: 'tools/seed.ts' } } }", '`service seed` runs it']],
    body: (width) => printSettings('cli.commands', inWidth(width)),
  },
  env: {
    examples: [['  PORT=4000 service dev', 'a flag wins over a variable, that over the file']],
    body: (width) => printVariables(inWidth(width)),
  },
  'test-settings': {
    examples: [['  test: { timeoutMs: 10_000, runInBand: true }', 'for `service test`; flags win']],
    body: (width) => printSettings('test', inWidth(width)),
  },
  'server-http': {
    examples: [['  SERVICE_PUBLIC_URL=https://mcp.example.com npm start', 'as clients reach it']],
    body: (width) => printServerVariables(httpVariableTexts, 'server', width),
  },
  server: {
    examples: [['  SERVICE_LOG_LEVEL=debug node dist/node/<name>.bundle.js', 'say more']],
    body: (width) => printServerVariables(serverVariableTexts, 'server-http', width),
  },
  targets: {
    examples: [
      ['  service build --target node,worker', 'two of them'],
      ['  service inspect --target worker', 'what is in its bundle, and why'],
    ],
    body: printTargets,
  },
  output: {
    examples: [
      ['  service check --json | jq .diagnostics', 'findings as data'],
      ['  service audit --format sarif > audit.sarif', 'for a code-scanning service'],
    ],
    body: printOutput,
  },
};

export const topicNames: readonly string[] = Object.keys(topics);

/** The page of a topic; undefined for an unknown one. */
export function printTopic(name: string, width: number): string | undefined {
  const topic = Object.hasOwn(topics, name) ? topics[name] : undefined;
  if (topic === undefined) return undefined;
  return ['Examples', table(topic.examples, width), '', topic.body(width)].join('\n');
}

/** Who issues the tokens; every mode that {@link modes} has. */
const modeRows: Rows = [
  ['  local', 'this server: its own sign-in page, registration of clients, tokens'],
  ['  remote', 'this server, after sign-in at an identity provider'],
  ['  transparent', 'an identity provider; this server only checks them'],
  ['  static', 'you: fixed keys, in `tokens` or a variable that `tokensEnv` names'],
  ['  public', 'none: every caller is admitted as anonymous'],
];

/** Options that most servers with sign-in set. */
const authOptions = [
  'auth.authenticate',
  'auth.login.fields',
  'auth.dcr.enabled',
  'auth.tokenStorage',
  'auth.consent',
  'auth.allowedScopes',
  'auth.provider',
  'auth.expectedAudience',
] as const;

function printAuth(width: number): string {
  const options: Rows = authOptions.map((path) => [`  ${path.slice('auth.'.length)}`, sentenceOf('service', path) ?? '']);
  const variables: Rows = (['JWT_SECRET', 'VAULT_SECRET'] as const).map((name) => [`  ${name}`, serverVariableTexts[name][0]]);
  const address = ['  SERVICE_PUBLIC_URL', httpVariableTexts.SERVICE_PUBLIC_URL[0]];
  return [
    '`auth.mode` says who issues the tokens:',
    table(modeRows, width),
    '',
    'Most used options of `auth`:',
    table(options, width),
    '',
    'Variables:',
    table([...variables, address], width),
    '',
    'See also: service doctor --help, service help server-http',
  ].join('\n');
}

/** Variables of a built server; its own `--help` lists only the names. */
function printServerVariables(texts: Readonly<Record<string, readonly [string, string?]>>, other: string, width: number): string {
  const rows = Object.entries(texts).map(([name, [meaning, standard]]) => [
    `  ${name}`,
    `${meaning.replace(/\.$/, '')}${standard === undefined ? '' : ` (default: ${standard})`}`,
  ]);
  return [
    'Variables that a server reads when it starts:',
    table(rows, width),
    '',
    `See also: service help ${other}, service help env`,
  ].join('\n');
}

/** Variables of an instance that no setting of the config stands for. */
const printInstanceVariables = (width: number): string => {
  const { MACHINE_ID: id, MACHINE_ID_PATH: file } = distributedVariableTexts;
  const rows = [
    ['  MACHINE_ID', id[0]],
    ['  MACHINE_ID_PATH', `${file[0].replace(/\.$/, '')} (default: ${file[1]})`],
  ];
  return ['Variables of an instance:', table(rows, width)].join('\n');
};

const inWidth =
  (width: number) =>
  (rows: Rows): string =>
    table(rows, width);

function printOutput(width: number): string {
  const rows: Rows = [
    ['  --json', 'one document { schemaVersion, ok, command, data, diagnostics } on stdout'],
    ['  --events', 'what happens, one JSON object a line, on stderr'],
    ['  --format', 'findings as pretty, json, sarif or github, where a command has them'],
    ['  SERVICE_OUTPUT_FILE', 'the same document also into a file'],
    ['  --color', 'wins over NO_COLOR, that over FORCE_COLOR; without a terminal there are no colours'],
  ];
  return [
    wrap('stdout carries the result and nothing else; progress, findings and advice go to stderr.', width),
    '',
    table(rows, width),
    '',
    wrap('Questions are asked on a terminal only, never in CI, and never after another flag was given.', width),
    'See also: service help exit-codes, service help env, service help server',
  ].join('\n');
}

function printTargets(width: number): string {
  return [
    'What `service build --target` can build for:',
    '',
    ...targetNames.map((name) => `  ${name}`),
    '',
    wrap('Several at once: --target node,worker, or one row each in `deployments` of the config.', width),
    'See also: service build --help, service help deployments',
  ].join('\n');
}
