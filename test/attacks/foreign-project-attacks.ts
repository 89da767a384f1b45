import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { editFile, makeProject } from '../support/cli/project-fixture.ts';
import { runCli, spawnCli } from '../support/cli/run-cli.ts';
import type { AttackOutcome } from './attack.ts';

/** A project from a stranger that somebody looks at: its config and its definitions are programs. */
interface ForeignProjectAttack {
  readonly name: string;
  readonly words: readonly string[];
  /** Where the program stands. */
  readonly place: 'config' | 'definitions' | 'commit' | 'files';
  readonly program: (owned: string) => string;
  /** What else lies in the repository. */
  readonly beside?: (project: string, owned: string) => void;
  /** It is after the command's own process, its variables or its streams; all others are after what that process starts. */
  readonly ownProcess?: true;
}

const secret = 'hunter2-of-the-shell';

const writes = (owned: string): string => `import { writeFileSync } from 'node:fs';\nwriteFileSync(${JSON.stringify(owned)}, '');\n`;
/** Around whatever replaced the functions of the module. */
const starts = (owned: string): string =>
  `import { ChildProcess } from 'node:child_process';\nnew ChildProcess().spawn({ file: '/bin/sh', args: ['sh', '-c', ${JSON.stringify(`touch ${owned}`)}], stdio: 'ignore' });\n`;
/** What a command prints ends in the log of a build server. */
const tells = (): string => 'throw new Error(`told: ${process.env.SHELL_SECRET}`);\n';

/** Opens the inspector of the command line, which nothing restricts, and runs a program there. */
const debugs = (owned: string): string => `
  import { connect } from 'node:net';
  const run = ${JSON.stringify(`process.getBuiltinModule('fs').writeFileSync(${JSON.stringify(owned)}, '')`)};
  process.kill(process.ppid, 'SIGUSR1');
  const text = (message, mask = Buffer.alloc(4)) => Buffer.concat([Buffer.from([0x81, 0xfe, message.length >> 8, message.length & 255]), mask, Buffer.from(message)]);
  for (let left = 50; left > 0; left -= 1) {
    const found = await fetch('http://127.0.0.1:9229/json').then((answer) => answer.json(), () => undefined);
    if (found === undefined) { await new Promise((resolve) => setTimeout(resolve, 20)); continue; }
    const socket = connect(9229, '127.0.0.1');
    socket.write(\`GET /\${found[0].id} HTTP/1.1\\r\\nHost: 127.0.0.1\\r\\nUpgrade: websocket\\r\\nConnection: Upgrade\\r\\nSec-WebSocket-Version: 13\\r\\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\\r\\n\\r\\n\`);
    await new Promise((resolve) => socket.once('data', resolve));
    socket.write(text(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression: run } })));
    await new Promise((resolve) => socket.once('data', resolve));
    break;
  }
`;
/** Where Node has a database of its own, its files are not those of node:fs. */
const opensDatabase = (owned: string): string =>
  `try { const { DatabaseSync } = process.getBuiltinModule('node:sqlite'); new DatabaseSync(${JSON.stringify(owned)}).exec('create table a(b)'); } catch {}\n`;

const look = (name: string, words: readonly string[]): readonly ForeignProjectAttack[] => [
  { name: `${name}: the config writes a file`, words, place: 'config', program: writes },
  { name: `${name}: the config starts a process`, words, place: 'config', program: starts },
  { name: `${name}: the config tells a secret of the shell`, words, place: 'config', program: tells, ownProcess: true },
];

const startsThread = "import { Worker } from 'node:worker_threads';\nnew Worker('0', { eval: true });\n";
/** A worker platform has no files; Node, which measures its start, does. */
const writesWhereItCan = (owned: string): string =>
  `try { Reflect.get(globalThis, 'process').getBuiltinModule('fs').writeFileSync(${JSON.stringify(owned)}, ''); } catch {}\n`;

const attacks: readonly ForeignProjectAttack[] = [
  ...look('audit', ['audit']),
  ...look('doctor', ['doctor']),
  ...look('inspect', ['inspect']),
  ...look('a mistyped command', ['biuld']).slice(0, 2),
  {
    name: 'audit: the config opens the inspector of the command line',
    words: ['audit'],
    place: 'config',
    program: debugs,
    ownProcess: true,
  },
  { name: 'audit: the config opens a database', words: ['audit'], place: 'config', program: opensDatabase },
  { name: 'check: the definitions open a database', words: ['check', '--no-types'], place: 'definitions', program: opensDatabase },
  { name: 'audit: the definitions write a file', words: ['audit'], place: 'definitions', program: writes },
  { name: 'audit: the definitions start a process', words: ['audit'], place: 'definitions', program: starts },
  { name: 'check: the definitions write a file', words: ['check', '--no-types'], place: 'definitions', program: writes },
  {
    name: 'audit: variables of the project lift the restrictions of its definitions',
    words: ['audit'],
    place: 'definitions',
    program: writes,
    beside: (project) => writeFileSync(join(project, '.env'), 'NODE_OPTIONS="--allow-child-process --allow-fs-write=*"\n'),
  },
  {
    name: 'audit: the definitions ask for an unrestricted process',
    words: ['audit'],
    place: 'definitions',
    program: (owned) => startsThread + writes(owned),
  },
  {
    name: 'audit: a link where the cache would be',
    words: ['audit'],
    place: 'definitions',
    program: writes,
    beside: (project, owned) => {
      mkdirSync(join(project, 'node_modules/.cache'));
      symlinkSync(dirname(owned), join(project, 'node_modules/.cache/service'));
    },
  },
  {
    name: 'check: a link where the cache would be',
    words: ['check', '--no-types'],
    place: 'definitions',
    program: writes,
    beside: (project, owned) => {
      mkdirSync(join(project, 'node_modules/.cache'));
      symlinkSync(dirname(owned), join(project, 'node_modules/.cache/service'));
    },
  },
  {
    name: 'doctor: the worker bundle writes a file while it starts',
    words: ['doctor'],
    place: 'definitions',
    program: writesWhereItCan,
    beside: (project) => {
      rmSync(join(project, 'service.config.ts'));
      writeFileSync(join(project, 'service.config.json'), JSON.stringify({ name: 'calc', deployments: [{ target: 'worker' }] }));
    },
  },
  {
    name: 'doctor: the project names a program that its package manager runs',
    words: ['doctor'],
    place: 'files',
    ownProcess: true,
    program: () => '',
    beside: (project, owned) => {
      writeFileSync(join(project, 'yarn.lock'), '');
      writeFileSync(join(project, '.yarnrc.yml'), 'yarnPath: ./any.cjs\n');
      writeFileSync(join(project, 'any.cjs'), `require('node:fs').writeFileSync(${JSON.stringify(owned)}, '');`);
    },
  },
  {
    name: 'contract diff: the config of a commit runs',
    words: ['contract', 'diff', '--against', 'HEAD~1'],
    place: 'commit',
    program: writes,
  },
  {
    name: 'contract diff: the clone names a program for its remote, and lacks the file that is asked for',
    words: ['contract', 'diff', '--against', 'HEAD'],
    place: 'files',
    program: () => '',
    beside: (project, owned) => {
      const git = gitIn(project);
      writeFileSync(join(project, '.gitignore'), 'node_modules\n');
      writeFileSync(join(project, 'contract.json'), '{}');
      git('init', '-q');
      git('add', '-A');
      git('commit', '-q', '-m', 'of a stranger');
      const object = execFileSync('git', ['rev-parse', 'HEAD:contract.json'], { cwd: project, encoding: 'utf8' }).trim();
      rmSync(join(project, '.git/objects', object.slice(0, 2), object.slice(2)));
      git('config', 'core.repositoryFormatVersion', '1');
      git('config', 'extensions.partialClone', 'origin');
      git('config', 'remote.origin.promisor', 'true');
      git('config', 'remote.origin.url', `file://${project}`);
      git('config', 'remote.origin.uploadpack', `touch ${owned}; true`);
    },
  },
];

const gitIn =
  (project: string) =>
  (...args: readonly string[]): void =>
    void execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@localhost', ...args], { cwd: project });

function plant({ beside, place, program }: ForeignProjectAttack, project: string, owned: string): void {
  const config = join(project, readdirSync(project).find((name) => name.startsWith('service.config.')) ?? 'service.config.ts');
  const file = place === 'definitions' ? join(project, 'src/main.ts') : config;
  const honest = readFileSync(file, 'utf8');
  editFile(file, (text) => program(owned) + text);
  beside?.(project, owned);
  if (place !== 'commit') return;
  const git = gitIn(project);
  git('init', '-q');
  writeFileSync(join(project, '.gitignore'), 'node_modules\n');
  git('add', '-A');
  git('commit', '-q', '-m', 'of a stranger');
  writeFileSync(file, honest);
  git('commit', '-q', '-a', '-m', 'ours');
}

/** Yarn as far as it is attacked: wherever it is called, it runs what `yarnPath` of that folder names. */
function installYarn(root: string): string {
  const folder = join(root, 'bin');
  mkdirSync(folder);
  const named = "f=$(sed -n 's/^yarnPath: //p' .yarnrc.yml 2>/dev/null)";
  writeFileSync(join(folder, 'yarn'), `#!/bin/sh\n${named}\n[ -n "$f" ] && exec node "$f" "$@"\necho 1.22.22\n`);
  chmodSync(join(folder, 'yarn'), 0o755);
  return `${folder}${delimiter}${process.env['PATH'] ?? ''}`;
}

/** Each in a project of its own. */
export async function runForeignProjectAttacks(): Promise<AttackOutcome[]> {
  const outcomes: AttackOutcome[] = [];
  for (const attack of attacks) {
    const succeeded = await succeeds(attack);
    outcomes.push({ name: attack.name, advisory: 'CWE-829', target: 'command line', outcome: succeeded ? 'succeeded' : 'refused' });
  }
  return outcomes;
}

/** Whether definitions that start a thread may write anywhere under this command. */
export const isLoadedUnrestricted = (words: readonly string[]): Promise<boolean> =>
  succeeds({ name: 'a trusted project', words, place: 'definitions', program: (owned) => startsThread + writes(owned) });

async function succeeds(attack: ForeignProjectAttack): Promise<boolean> {
  const { project, root } = makeProject();
  try {
    const owned = join(root, 'owned');
    plant(attack, project, owned);
    const run = attack.ownProcess === true ? spawnCli : runCli;
    const { stderr, stdout } = await run(attack.words, { cwd: project, env: { SHELL_SECRET: secret, PATH: installYarn(root) } });
    return existsSync(owned) || (stdout + stderr).includes(secret);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
