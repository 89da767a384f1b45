import {
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { linkPackages } from '../support/cli/project-fixture.ts';
import { runCli } from '../support/cli/run-cli.ts';
import { sdkImports } from '../support/migrate-fixture.ts';
import type { AttackOutcome } from './attack.ts';

/** A project or a package of a stranger whose paths or symlinks lead a command that writes into the rest of the home folder. */
interface OutsideWriteAttack {
  readonly name: string;
  readonly words: readonly string[];
  /** Prepares `<home>/work/calc`, which is a project of ours unless `package` is set. */
  readonly plant: (folder: string, home: string) => void;
  readonly package?: true;
}

const repository = fileURLToPath(new URL('../../', import.meta.url));
const server = `${sdkImports}const server = new McpServer({ name: 'a', version: '1.0.0' });\nserver.registerTool('add', {}, () => ({ content: [] }));\n`;
const secret = 'hunter2-of-the-home';

function put(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** Replaces a path of the project by a symlink. */
function link(folder: string, path: string, target: string): void {
  rmSync(join(folder, path), { recursive: true, force: true });
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  symlinkSync(target, join(folder, path));
}

const manifest = (members: object): string => JSON.stringify({ name: 'calc', version: '1.0.0', ...members }, undefined, 2);
const migrating = ['migrate', 'calc', '--out', 'moved'];

/** A package whose manifest names a file of the home folder; that file imports a module of the package. */
const named = (name: string, members: object, outside = 'profile.ts'): OutsideWriteAttack => ({
  name: `migrate: ${name}`,
  words: migrating,
  package: true,
  plant: (folder, home) => {
    put(folder, { 'package.json': manifest(members), 'src/inner.ts': 'export const inner = 1;\n' });
    put(home, { [outside]: `import { inner } from './work/calc/src/inner.ts';\n${server}export const kept = ['${secret}', inner];\n` });
  },
});

/** A package whose modules reach a file of the home folder. */
const reaching = (name: string, plant: (folder: string, home: string) => void): OutsideWriteAttack => ({
  name: `migrate: ${name}`,
  words: migrating,
  package: true,
  plant: (folder, home) => {
    put(home, { 'keys.ts': `export const key = '${secret}';\n` });
    plant(folder, home);
  },
});

const generated = ['generate', 'tool', 'forecast'];
const linked = (words: readonly string[], path: string, target: (home: string) => string): OutsideWriteAttack => ({
  name: `${words.join(' ')}: ${path} is a symlink to ${target('~')}`,
  words,
  plant: (folder, home) => {
    mkdirSync(join(home, 'config'));
    link(folder, path, target(home));
  },
});
const inConfig = (home: string): string => join(home, 'config');

const attacks: readonly OutsideWriteAttack[] = [
  named('`main` leads out', { main: '../../profile.ts' }),
  named('`main` leads out through a folder of builds', { main: 'dist/../../../profile.js' }),
  named('`main` leads out behind `./`', { main: './src/../../../profile.ts' }),
  named('`bin` leads out', { bin: '../../profile.ts' }),
  named('one of several `bin` leads out', { bin: { calc: 'missing.js', other: '../../profile.ts' } }),
  named('`main` names a file without an ending', { main: '../../.bashrc' }, '.bashrc'),
  reaching('`main` is a symlink that leads out', (folder, home) => {
    put(home, { 'profile.ts': `import { inner } from './work/calc/src/inner.ts';\n${server}export const kept = ['${secret}', inner];\n` });
    put(folder, { 'package.json': manifest({ main: 'main.ts' }), 'src/inner.ts': 'export const inner = 1;\n' });
    link(folder, 'main.ts', join(home, 'profile.ts'));
  }),
  reaching('the folder of sources is a symlink that leads out', (folder, home) => {
    put(home, { 'code/index.ts': `${server}export const kept = '${secret}';\n` });
    put(folder, { 'package.json': manifest({}) });
    link(folder, 'src', join(home, 'code'));
  }),
  reaching('a symlink in the folder of the user is named by `main`', (folder, home) => {
    put(home, { 'code/deep/index.ts': `${server}export const kept = '${secret}';\n` });
    put(folder, { 'package.json': manifest({ main: 'lib/deep/index.ts' }) });
    link(folder, 'lib', join(home, 'code'));
  }),
  ...[
    ['an import', "import { key } from '../../keys.ts';\n"],
    ['a re-export', "export { key } from '../../keys.ts';\n"],
    ['an `import()`', "export const later = () => import('../../keys.ts');\n"],
    ['an import through folders of the package', "import { key } from './src/../../../keys.ts';\n"],
  ].map(([name = '', text = '']) =>
    reaching(`${name} leads out`, (folder) =>
      put(folder, { 'package.json': manifest({ main: 'index.ts' }), 'index.ts': `${text}${server}`, 'src/x.ts': '' }),
    ),
  ),
  reaching('an import of a symlink that leads out', (folder, home) => {
    put(folder, {
      'package.json': manifest({ main: 'index.ts' }),
      'index.ts': `import { key } from './keys.ts';\n${server}export { key };\n`,
    });
    link(folder, 'keys.ts', join(home, 'keys.ts'));
  }),
  ...[['a package without a name', { 'package.json': '{ "private": true }' }] as const, ['a folder without a manifest', {}] as const].map(
    ([name, files]) =>
      reaching(`${name} reaches into the named package around it`, (folder, home) => {
        put(home, { 'package.json': manifest({ name: 'home' }) });
        put(folder, { ...files, 'index.ts': `import { key } from '../../keys.ts';\n${server}export { key };\n` });
      }),
  ),
  linked(generated, 'src/tools', inConfig),
  linked(generated, 'src', (home) => join(home, 'config')),
  linked(['generate', 'app', 'weather'], 'src/weather', inConfig),
  linked(['generate', 'resource', 'forecast'], 'src/resources', inConfig),
  linked(['generate', 'prompt', 'forecast'], 'src/prompts', inConfig),
  linked(['generate', 'client'], 'client', inConfig),
  linked(['generate', 'client', '--out', 'client/deep'], 'client', inConfig),
  linked(['audit', '--write-baseline'], 'service.audit.json', (home) => join(home, 'config/accepted.json')),
  linked(['audit', '--write-baseline', '--baseline', 'lists/accepted.json'], 'lists', inConfig),
  linked(['init'], '.gitignore', (home) => join(home, 'config/ignored')),
  linked(['build', '--no-check', '--no-prove'], 'dist', inConfig),
  linked(['build', '--no-check', '--no-prove'], 'node_modules/.cache', inConfig),
];

/** Every file and symlink of a folder with what it holds, but what lies in `except`. */
function filesIn(folder: string, except: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (except.includes(path)) continue;
    if (entry.isDirectory()) {
      found.set(path, '');
      for (const [below, text] of filesIn(path, except)) found.set(below, text);
    } else found.set(path, lstatSync(path).isFile() ? readFileSync(path, 'utf8') : '');
  }
  return found;
}

const isSame = (before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): boolean =>
  before.size === after.size && [...before].every(([path, text]) => after.get(path) === text);

async function succeeds({ package: isPackage, plant, words }: OutsideWriteAttack): Promise<boolean> {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'outside-write-')));
  try {
    const folder = join(home, 'work/calc');
    mkdirSync(folder, { recursive: true });
    if (isPackage !== true) {
      cpSync(join(repository, 'src/templates/basic'), folder, { recursive: true });
      linkPackages(folder);
    }
    plant(folder, home);
    const moved = join(home, 'work/moved');
    const before = filesIn(home, [folder, moved]);
    await runCli(words, { cwd: isPackage === true ? join(home, 'work') : folder, env: { HOME: join(home, 'work/calc') } });
    if (!isSame(before, filesIn(home, [folder, moved]))) return true;
    return [...(lstatSync(moved, { throwIfNoEntry: false }) === undefined ? [] : filesIn(moved, []).values())].some((text) =>
      text.includes(secret),
    );
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** Each in a home folder of its own. */
export async function runOutsideWriteAttacks(): Promise<AttackOutcome[]> {
  const outcomes: AttackOutcome[] = [];
  for (const attack of attacks) {
    const outcome = (await succeeds(attack)) ? 'succeeded' : 'refused';
    outcomes.push({ name: attack.name, advisory: 'CWE-22, CWE-59', target: 'command line', outcome });
  }
  return outcomes;
}
