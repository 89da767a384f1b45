/* Every line that a page tells its reader to type: run here as it stands, run by the test that is named, or left out for a reason. */
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { execa } from 'execa';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { withCodeCache } from '../../scripts/testing/code-cache.ts';
import { editFile, makeProject } from '../support/cli/project-fixture.ts';
import { cliBinary } from '../support/cli/run-cli.ts';
import { commandLinesOf, pages, readPage, root as repository } from '../support/pages.ts';

/** Run here, in the order of the list, in a project `weather` of the basic template. */
const journey: readonly string[] = [
  'npx --no service generate tool forecast   # adds a tool to the app',
  'npx --no service generate tool add-note',
  'npx --no service check                    # errors and warnings of the sources, at their lines',
  'service check                  # names the variables that the definitions read, with file and line',
  'npx --no service inspect                  # the server as clients will see it',
  'npx --no service contract diff --against main',
  'npx --no service audit --write-baseline     # accept all current findings; from now on only new ones are exit 5',
  'npx --no service audit --format sarif > audit.sarif',
  'npx --no service build                    # dist/node/: one bundle, a start script, a manifest',
  'npx --no service build --target node',
  'DATABASE_URL=… service build   # reaches the definitions only if build.env names DATABASE_URL',
  'dist/node/<name> --help               # every variable and its default',
  'npx --no service build --target mcpb --icon icon.png',
  'npx --no service mcpb validate dist/mcpb/weather-1.0.0.mcpb',
  'npx --no service build --target cli --js     # dist/cli/<name>: a script for Node, with its bundle beside it',
  'npx --no service eject-mcp-config cursor --out .cursor/mcp.json --dry-run   # show the difference',
  'npx --no service eject-mcp-config cursor --out .cursor/mcp.json --backup    # and keep the old file as mcp.json.bak',
  'npx --no service completion bash >> ~/.bashrc     # zsh: >> ~/.zshrc',
  'npx --no service completion fish > ~/.config/fish/conf.d/service.fish',
  'npx --no service registry keygen               # once: a key, and its public half',
  'npx --no service migrate ../official                 # shows the project, writes nothing',
  'npx --no service migrate ../official --out weather   # writes it into an empty folder',
  'cd weather && npm install && npm run build',
];

interface Elsewhere {
  readonly lines: readonly string[];
  /** The file that runs them, and a text of it without which it would not. */
  readonly file: string;
  readonly text: string;
}

const elsewhere: readonly Elsewhere[] = [
  {
    lines: [
      'npm exec --yes --package=@service/cli -- service-cli new calculator --yes',
      'git clone <this repository> service && cd service',
      'npm ci && node --import tsx scripts/pack.ts /tmp/service',
      'export SERVICE_SDK_SPEC=file:/tmp/service/service-sdk-0.1.0.tgz',
      'export SERVICE_CLI_SPEC=file:/tmp/service/service-cli-0.1.0.tgz',
      'export SERVICE_TESTING_SPEC=file:/tmp/service/service-testing-0.1.0.tgz',
      'export SERVICE_REACT_SPEC=file:/tmp/service/service-react-0.1.0.tgz',
      'cd ~ && npm exec --yes --package=/tmp/service/service-cli-0.1.0.tgz --package=/tmp/service/service-sdk-0.1.0.tgz -- service-cli new calculator --yes',
      'cd calculator',
    ],
    file: 'scripts/packing/scaffold.ts',
    text: "'new'",
  },
  {
    lines: [
      'npm test           # starts the server and calls its tools',
      'npm test                                  # the specs of e2e/',
      'npm run build      # dist/node/: one bundle, nothing to install beside it',
      'npm install --save-dev @service/testing',
      'npx --no service test',
    ],
    file: 'scripts/testing/scaffold-checks.ts',
    text: 'npm test (starts the server and calls it)',
  },
  {
    lines: ['service build --target node', 'node dist/node/shop.bundle.js'],
    file: 'test/build/source-maps.test.ts',
    text: 'a logged stack names lines and columns of the project',
  },
  {
    lines: ['npm run dev        # serves http://127.0.0.1:3000/mcp and reloads on every save'],
    file: 'src/cli/commands/dev.test.ts',
    text: "'dev'",
  },
  {
    lines: [
      'dist/node/calculator            # Streamable HTTP on 127.0.0.1; named by service.config.ts',
      'dist/node/calculator --stdio    # one JSON message per line',
      'PORT=3000 dist/node/calculator               # serves HTTP; --stdio serves a client that starts it',
      'PORT=3000 dist/node/<name>            # Streamable HTTP',
      'dist/node/<name> --stdio              # stdio; also SERVICE_STDIO=1, or the bundle itself with --stdio',
    ],
    file: 'test/build/node-target.test.ts',
    text: 'by the start script, by --stdio and by SERVICE_STDIO=1',
  },
  {
    lines: [
      'npm run clients                            # all; about ten minutes on two cores',
      'npm run clients -- --json                  # { "<client>@<version>": { "<leg>": { "passed", "failed", "theirs" } } }',
      'npm run clients -- langchain mastra        # words choose clients',
      'npm run clients -- --leg workerd --leg node-sign-in',
      'npm run clients -- --markdown              # the table of this page',
    ],
    file: 'scripts/testing/client-checks.ts',
    text: 'clients',
  },
  {
    lines: [
      'npm install better-sqlite3',
      'npm install --save-dev @types/better-sqlite3',
      'npx --no service build --target mcpb',
      'npx --no service mcpb validate dist/mcpb/notes-1.0.0-linux-x64.mcpb',
      'npm install sharp --prefix prebuilt/darwin-arm64 --os darwin --cpu arm64',
      'npm install sharp --prefix prebuilt/win32-x64 --os win32 --cpu x64',
    ],
    file: 'test/build/native-archives.test.ts',
    text: 'nativePlatforms',
  },
  {
    lines: [
      'npx --no service generate plugin call-count --package --cwd ..   # writes ../call-count-plugin; no project is needed there',
      'cd ../call-count-plugin',
      'npm install',
      'npm pack                       # compiles, and writes call-count-plugin-0.1.0.tgz',
      'cd ../calculator',
      'npm install ../call-count-plugin/call-count-plugin-0.1.0.tgz',
      'npx --no service build',
      'npx --no service inspect         # "In the bundle, and why" has the rows of the plugin',
      'node call.mjs                    # 1, then 2',
    ],
    file: 'scripts/testing/plugin-checks.ts',
    text: 'commandLinesOf(page)',
  },
  {
    lines: ['npx --no service new calculator --target node,mcpb --docker --redis --cicd github'],
    file: 'src/cli/commands/new-parts.test.ts',
    text: "'--docker'",
  },
  {
    lines: [
      'npx --no service new calculator --target serverless_a --cicd github',
      'npx --no service new calculator --target serverless_b --cicd github',
    ],
    file: 'src/cli/commands/new-parts.test.ts',
    text: "'serverless_a,serverless_b', '--cicd', 'github'",
  },
  {
    lines: ['npx --no service build --target serverless_a', 'npx --no service build --target serverless_b'],
    file: 'src/cli/commands/build-serverless.test.ts',
    text: "'--target', 'serverless_a', '--target', 'serverless_b'",
  },
  {
    lines: [
      'npx --no service build --target cli          # dist/cli/<name>: one executable that needs no Node',
      'npx --no service build --target node --sea',
      'env -i PATH= dist/node/weather-bin --stdio',
    ],
    file: 'src/cli/commands/build-sea.test.ts',
    text: 'all executables serve without Nod',
  },
  {
    lines: [
      'dist/cli/weather get-forecast --latitude 38.58 --longitude -121.49',
      'dist/cli/weather get-forecast --help',
      'weather get-alerts --state CA',
    ],
    file: 'src/cli/commands/build-cli.test.ts',
    text: 'calls through a symlink',
  },
  {
    lines: [
      'weather connect https://example.com/mcp      # from now on; https, or http on this machine',
      'weather login                                # in the browser; --no-browser prints the address',
      'weather --session local get-alerts --state CA   # once in this program',
      'weather sessions switch local',
    ],
    file: 'test/command-line/sign-in.test.ts',
    text: 'connect, login, calls as the person',
  },
  {
    lines: [
      'npx --no service registry publish --dry-run    # what would be listed; changes nothing',
      'npx --no service registry publish              # lists this version',
    ],
    file: 'src/cli/registry/publish.test.ts',
    text: 'a dry run prints the listing',
  },
  {
    lines: [
      "npx --no service registry status deprecated --server-version 1.2.3 --message 'Use 2.0.0'",
      'npx --no service registry status deleted --server-version 1.2.2    # can never be published again',
      'npx --no service registry status active --all-versions',
    ],
    file: 'src/cli/registry/status.test.ts',
    text: 'every transition of one version, and of all versions',
  },
  {
    lines: [
      'npm install @service/adapters',
      'npx --no service generate openapi api/books.yaml --base-url https://books.example.com/v1',
      'npx --no service build --target node   # reads the description, and reports every operation',
      'node call.mjs                            # {"status":200,"ok":true,"data":[…]}',
    ],
    file: 'scripts/testing/adapter-checks.ts',
    text: 'commandLinesOf(page)',
  },
  {
    lines: ['npx --no service generate openapi https://books.example.com/openapi.json'],
    file: 'src/cli/commands/generate-openapi.test.ts',
    text: "'generate',\n    'openapi',",
  },
  { lines: ['npx --no service dev'], file: 'test/dev-page/served.test.ts', text: 'the page is on loopback' },
  {
    lines: ['npx --no service inspect --page http://127.0.0.1:3000/mcp'],
    file: 'test/dev-page/inspect.test.ts',
    text: 'the page is served for any address',
  },
  { lines: ['npx --no service build --target sdk'], file: 'test/build/sdk-target.test.ts', text: 'sdkTarget' },
  { lines: ['npx --no service build --target browser'], file: 'test/in-page/browser-target.test.ts', text: 'browserTarget' },
  { lines: ['npx --no service build --refresh'], file: 'test/adapters/refresh-command.test.ts', text: "run('--refresh')" },
];

/** Programs of macOS, with a certificate that Apple gave to a person, and those that deploy to an account. */
const leftOut: readonly string[] = [
  // Packages that are on no registry yet.
  'npm install @service/plugin-approval',
  'npm install @service/plugin-codecall @service/plugin-cache',
  'npm install @service/plugin-dashboard',
  'npm install @service/plugin-feature-flags',
  'npm install @service/react @service/sdk zod',
  'npm install @service/sdk zod',
  'codesign --force --options runtime --timestamp --entitlements node.plist --sign "Developer ID Application: …" dist/node/weather-bin',
  'ditto -c -k dist/node/weather-bin weather.zip',
  'xcrun notarytool submit weather.zip --keychain-profile notary --wait',
  'npx vercel deploy --prebuilt',
  'sam deploy --guided --template-file ci/template.yaml',
];

/** The page on migration reads a server in `../weather`, which is the name of the project here. */
const asHere = (line: string): string => line.replace('migrate ../weather', 'migrate ../official');

const test = suite<{ root: string; project: string; path: string }>('commands of pages');

test.before((context) => {
  const made = makeProject();
  context.root = made.root;
  context.project = join(made.root, 'weather');
  cpSync(made.project, context.project, { recursive: true, verbatimSymlinks: true });
  for (const file of ['package.json', 'service.config.ts'])
    editFile(join(context.project, file), (text) => text.replaceAll('template-basic', 'weather').replace('"0.1.0"', '"1.0.0"'));
  editFile(join(context.project, 'service.config.ts'), (text) => text.replace('({', "({\n  clients: { cursor: { transport: 'stdio' } },"));
  if (isCheckout) useSources(context.project);
  // The programs that a shell finds in a project: the command line under its two names.
  const programs = join(made.root, 'programs');
  mkdirSync(programs);
  mkdirSync(join(made.root, '.config/fish/conf.d'), { recursive: true });
  const shim = (skipped: string): string => `#!/bin/sh\n${skipped}exec "${process.execPath}" "${cliBinary}" "$@"\n`;
  writeFileSync(join(programs, 'service'), shim(''));
  writeFileSync(join(programs, 'npx'), shim('shift 2\n'));
  // The project around already has the packages that an installation would bring.
  const install = isCheckout ? `exec sed -i 's/"strict"/${sourceOptions}, "strict"/' tsconfig.json` : 'exit';
  const realNpm = execFileSync('sh', ['-c', 'command -v npm'], { encoding: 'utf8' }).trim();
  writeFileSync(join(programs, 'npm'), `#!/bin/sh\n[ "$1" = install ] && ${install}\nexec "${realNpm}" "$@"\n`);
  for (const name of ['service', 'npx', 'npm']) chmodSync(join(programs, name), 0o755);
  context.path = [programs, dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter);
  writeFileSync(join(context.project, 'icon.png'), onePixel);
  mkdirSync(join(made.root, 'official'));
  writeFileSync(join(made.root, 'official/package.json'), '{ "name": "official", "version": "1.0.0", "main": "index.mjs" }');
  writeFileSync(join(made.root, 'official/index.mjs'), official);
  const git = (...words: readonly string[]): void => {
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...words], { cwd: context.project, stdio: 'ignore' });
  };
  // A contract is compared with the one that was committed.
  const service = join(programs, 'service');
  execFileSync(service, ['build', '--no-check'], {
    cwd: context.project,
    env: withCodeCache({ PATH: context.path, HOME: context.root }),
    stdio: 'ignore',
  });
  cpSync(join(context.project, 'dist/node/contract.json'), join(context.project, 'contract.json'));
  git('init', '-b', 'main');
  git('add', 'src', 'package.json', 'service.config.ts', 'tsconfig.json', 'contract.json');
  git('commit', '-m', 'first');
});
test.after(async ({ root }) => {
  await rm(root, { recursive: true, force: true });
});

/** A checkout has no declarations: TypeScript reads the sources of the packages in their place. */
const isCheckout = process.env['SERVICE_CLI_BIN'] === undefined;
const sourceOptions = '"customConditions": ["service-source"], "allowImportingTsExtensions": true';

function useSources(project: string): void {
  for (const [name, folder] of [
    ['cli', '.'],
    ['testing', 'packages/testing'],
  ] as const)
    symlinkSync(join(repository, folder), join(project, 'node_modules/@service', name));
  editFile(join(project, 'tsconfig.json'), (text) => text.replace('"strict"', `${sourceOptions}, "strict"`));
}

const onePixel = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
const official = `import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
const server = new McpServer({ name: 'weather', version: '1.0.0' });
server.registerTool('a', { description: 'A' }, () => ({ content: [] }));
`;

test('every line is run here, by another test, or left out for a reason; and none of these lists holds another line', () => {
  const typed = [...new Set(pages.flatMap((page) => commandLinesOf(page)).map(asHere))].toSorted();
  const known = [...journey, ...elsewhere.flatMap(({ lines }) => lines), ...leftOut].toSorted();
  assert.equal(typed, known);
  for (const { file, text } of elsewhere) {
    assert.ok(existsSync(join(repository, file)), file);
    assert.ok(readPage(file).includes(text), `${file} does not hold ${text}`);
  }
});

for (const line of journey)
  test(line, async ({ path, project, root }) => {
    const env = withCodeCache({ PATH: path, HOME: root, SERVICE_LOG_LEVEL: 'error', npm_config_update_notifier: 'false' });
    const { exitCode, stdout, stderr } = await execa('bash', ['-c', line.replace('<name>', 'weather')], {
      cwd: project,
      env,
      extendEnv: false,
      reject: false,
      stdin: 'ignore',
      timeout: 300_000,
    });
    assert.is(exitCode, 0, `${stdout}\n${stderr}`);
    const [, file] = / >>? (\S+)/.exec(line.replace(/\s#.*$/, '')) ?? [];
    if (file !== undefined) assert.ok(readFileSync(join(project, file.replace('~', '..')), 'utf8').length > 100, file);
    else assert.ok(stdout.length > 0, `${line} printed nothing`);
  });

test.run();
