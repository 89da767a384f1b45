import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { editFile, makeProject } from '../support/cli/project-fixture.ts';
import { runCli } from '../support/cli/run-cli.ts';
import type { AttackOutcome } from './attack.ts';

/** A project from a stranger that somebody looks at: its config and its definitions are programs. */
interface ForeignProjectAttack {
  readonly name: string;
  readonly words: readonly string[];
  /** Where the program stands. */
  readonly place: 'config' | 'definitions' | 'commit';
  readonly program: (owned: string) => string;
}

const secret = 'hunter2-of-the-shell';

const writes = (owned: string): string => `import { writeFileSync } from 'node:fs';\nwriteFileSync(${JSON.stringify(owned)}, '');\n`;
/** Around whatever replaced the functions of the module. */
const starts = (owned: string): string =>
  `import { ChildProcess } from 'node:child_process';\nnew ChildProcess().spawn({ file: '/bin/sh', args: ['sh', '-c', ${JSON.stringify(`touch ${owned}`)}], stdio: 'ignore' });\n`;
/** What a command prints ends in the log of a build server. */
const tells = (): string => 'throw new Error(`told: ${process.env.SHELL_SECRET}`);\n';

const look = (name: string, words: readonly string[]): readonly ForeignProjectAttack[] => [
  { name: `${name}: the config writes a file`, words, place: 'config', program: writes },
  { name: `${name}: the config starts a process`, words, place: 'config', program: starts },
  { name: `${name}: the config tells a secret of the shell`, words, place: 'config', program: tells },
];

const attacks: readonly ForeignProjectAttack[] = [
  ...look('audit', ['audit']),
  ...look('doctor', ['doctor']),
  ...look('inspect', ['inspect']),
  ...look('a mistyped command', ['biuld']).slice(0, 2),
  { name: 'audit: the definitions write a file', words: ['audit'], place: 'definitions', program: writes },
  { name: 'audit: the definitions start a process', words: ['audit'], place: 'definitions', program: starts },
  { name: 'check: the definitions write a file', words: ['check', '--no-types'], place: 'definitions', program: writes },
  {
    name: 'contract diff: the config of a commit runs',
    words: ['contract', 'diff', '--against', 'HEAD~1'],
    place: 'commit',
    program: writes,
  },
];

function plant({ place, program }: ForeignProjectAttack, project: string, owned: string): void {
  const config = join(project, readdirSync(project).find((name) => name.startsWith('service.config.')) ?? 'service.config.ts');
  const file = place === 'definitions' ? join(project, 'src/main.ts') : config;
  const honest = readFileSync(file, 'utf8');
  editFile(file, (text) => program(owned) + text);
  if (place !== 'commit') return;
  const git = (...args: readonly string[]): void =>
    void execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@localhost', ...args], { cwd: project });
  git('init', '-q');
  writeFileSync(join(project, '.gitignore'), 'node_modules\n');
  git('add', '-A');
  git('commit', '-q', '-m', 'of a stranger');
  writeFileSync(file, honest);
  git('commit', '-q', '-a', '-m', 'ours');
}

/** Each in a project of its own. */
export async function runForeignProjectAttacks(): Promise<AttackOutcome[]> {
  const outcomes: AttackOutcome[] = [];
  for (const attack of attacks) {
    const { project, root } = makeProject();
    try {
      const owned = join(root, 'owned');
      plant(attack, project, owned);
      const { stderr, stdout } = await runCli(attack.words, { cwd: project, env: { SHELL_SECRET: secret } });
      const succeeded = existsSync(owned) || (stdout + stderr).includes(secret);
      outcomes.push({ name: attack.name, advisory: 'CWE-829', target: 'command line', outcome: succeeded ? 'succeeded' : 'refused' });
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  }
  return outcomes;
}
