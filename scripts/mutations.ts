/*
 * `npm run mutations [-- --json] [folder…]`: changes one guard at a time and counts which changes the tests notice. It works on a copy, a
 * git worktree of the commit, so nothing here is ever left changed.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { mutantsOf } from './mutations/mutants-of.ts';
import { runProgram } from './testing/run-program.ts';

const root = resolve(import.meta.dirname, '..');
const standardFolder = 'src/runtime/auth/server/checks';
/** What must notice after the tests beside the guard, most likely first: a mutant that one of them notices is not shown to the next. */
const judges: readonly (readonly string[])[] = [
  ['fixtures/local-auth.test.ts'],
  ['fixtures/local-auth-sign-in.test.ts'],
  ['fixtures/local-auth-token.test.ts'],
  ['scripts/attacks.ts', '--store', 'memory'],
  ['fixtures/local-auth-registration.test.ts'],
];

const args = process.argv.slice(2);
const named = args.filter((argument) => !argument.startsWith('--'));
const folders = named.length > 0 ? named : [standardFolder];
const copy = makeCopy();
const survived: string[] = [];
let total = 0;
try {
  const first = folders.flatMap((folder) => testsIn(join(copy, folder)));
  if (await notice(copy, [...first.map(({ file }) => [file]), ...judges]))
    throw new Error('the tests fail on the unchanged copy; commit first what they need');
  for (const folder of folders)
    for (const name of readdirSync(join(copy, folder))) {
      if (!name.endsWith('.ts') || name.endsWith('.test.ts')) continue;
      // They take a second and the bundles a minute, so those that import the guard come first.
      const beside = testsIn(join(copy, folder)).filter(({ text }) => text.includes(`./${name}'`));
      const file = join(copy, folder, name);
      const before = readFileSync(file, 'utf8');
      for (const { becomes, line, text, was } of mutantsOf(name, before)) {
        total += 1;
        writeFileSync(file, text);
        const noticed = await notice(copy, [...beside.map(({ file: test }) => [test]), ...judges]);
        const told = `${folder}/${name}:${line} ${was} -> ${becomes}`;
        if (!noticed) survived.push(told);
        console.error(`${noticed ? 'killed  ' : 'SURVIVED'} ${told}`);
      }
      writeFileSync(file, before);
    }
} finally {
  execFileSync('git', ['worktree', 'remove', '--force', copy], { cwd: root });
}
const report = { mutants: total, killed: total - survived.length, survived };
if (args.includes('--json')) console.log(JSON.stringify(report, null, 2));
else console.log(`${report.killed} of ${total} noticed (${Math.round((report.killed / Math.max(total, 1)) * 100)} %)`);
process.exitCode = report.killed / Math.max(total, 1) >= 0.9 ? 0 : 1;

/** Whether some test fails; the first that does ends the run. */
async function notice(cwd: string, programs: readonly (readonly string[])[]): Promise<boolean> {
  for (const program of programs) {
    const [file = ''] = program;
    if (!existsSync(join(cwd, file))) continue;
    const stop = new AbortController();
    const run = await runProgram(process.execPath, ['--import', 'tsx', '--conditions=service-source', ...program], {
      cwd,
      timeoutMs: 240_000,
      signal: stop.signal,
      // How uvu marks a test that failed.
      onOutput: (text) => void (text.includes('✘') && stop.abort()),
    });
    if (run.code !== 0) return true;
  }
  return false;
}

/** Tests of a folder, as paths from the copy's root. */
function testsIn(folder: string): readonly { readonly file: string; readonly text: string }[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => ({ file: relative(copy, join(folder, name)), text: readFileSync(join(folder, name), 'utf8') }));
}

/** The commit, with the packages that are installed here. */
function makeCopy(): string {
  const folder = join(mkdtempSync(join(tmpdir(), 'service-mutations-')), 'copy');
  execFileSync('git', ['worktree', 'add', '--quiet', '--detach', folder, 'HEAD'], { cwd: root });
  for (const at of ['node_modules', 'tools/judges/node_modules', 'tools/worker/node_modules']) linkPackages(at, folder);
  return folder;
}

/** Each package by itself: those of the workspace are the copy's own. */
function linkPackages(at: string, folder: string): void {
  const from = join(root, at);
  if (!existsSync(from)) return;
  mkdirSync(join(folder, at), { recursive: true });
  for (const name of readdirSync(from)) if (name !== '@service') symlinkSync(join(from, name), join(folder, at, name));
  if (!existsSync(join(from, '@service'))) return;
  mkdirSync(join(folder, at, '@service'));
  for (const name of readdirSync(join(folder, 'packages'))) symlinkSync(join(folder, 'packages', name), join(folder, at, '@service', name));
}
