import { EventEmitter } from 'node:events';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { abortOnSignals } from '@service/sdk/terminal';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  documentOf,
  failed,
  prepareFolders,
  removeFolders,
  runOnce,
  runs,
  type CommandFolders,
} from '../../test/support/cli/command-runs.ts';
import { addSlowModule, makeProject } from '../../test/support/cli/project-fixture.ts';
import { runCli } from '../../test/support/cli/run-cli.ts';
import { commandTable } from './command-table.ts';

const test = suite<{ folders: CommandFolders }>('every command');
test.before(async (context) => {
  context.folders = await prepareFolders();
});
test.after(({ folders }) => removeFolders(folders));

test('[I7.every.table] every command of the table is run here', () => {
  assert.equal(
    Object.keys(runs),
    commandTable.map(({ name }) => name),
  );
});

for (const [name, run] of Object.entries(runs)) {
  const { words = [], project: needsProject, bare } = run;
  const command = name.split(' ');

  test(`[I7.every.json] ${name}: --json is one document of its schema, in CI too, without colours`, async ({ folders }) => {
    await runOnce(name, run, folders);
  });

  test(`[I7.every.wrong] ${name}: help, a wrong flag, a missing folder and a folder without a project`, async ({ folders: { empty } }) => {
    const [help, flag, missing, alone] = await Promise.all([
      runCli([...command, '--help'], { cwd: empty, env: { CI: 'true' } }),
      runCli([...command, ...words, '--nonsense', '--json'], { cwd: empty }),
      runCli([...command, ...words, '--cwd', join(empty, 'none'), '--json'], { cwd: empty }),
      runCli([...command, ...(needsProject === true ? words : []), ...(name === 'registry keygen' ? ['--out', 'key'] : []), '--json'], {
        cwd: empty,
        env: { CI: 'true', HOME: empty },
      }),
    ]);
    assert.equal([help.code, help.stderr], [0, '']);
    assert.match(help.stdout, new RegExp(`\\nUsage\\n {2}service ${name}`));
    assert.equal([flag.code, flag.stderr, documentOf(flag.stdout, failed, name).diagnostics[0]?.code], [2, '', 'usage']);
    assert.equal([missing.code, missing.stderr, documentOf(missing.stdout, failed, name).diagnostics[0]?.code], [2, '', 'no-such-folder']);
    assert.equal([alone.code, alone.stderr], [bare, ''], alone.stdout);
    const document = documentOf(alone.stdout, bare === 2 ? failed : { type: 'object' }, name);
    if (needsProject === true) assert.is(document.diagnostics[0]?.code, 'not-a-project');
  });
}

test('[I7.every.interrupt] Ctrl-C ends every command that reads sources with 130 and one document; nothing half-written is left', async () => {
  const { project, root } = makeProject();
  try {
    // What commands compare with is there, so that each comes to read the sources.
    const built = await runCli(['build', '--no-check'], { cwd: project });
    assert.is(built.code, 0, built.stderr);
    const module = addSlowModule(project, 'slow');
    const written = (): number =>
      readdirSync(project, { recursive: true, encoding: 'utf8' }).filter((path) => !path.startsWith('node_modules')).length;
    const before = written();
    for (const [name, { words = [], slow }] of Object.entries(runs)) {
      if (slow !== true) continue;
      // As the process of a command hears them; `interrupts.test.ts` sends real ones.
      const signals = new EventEmitter();
      const { signal } = abortOnSignals(signals, () => assert.unreachable(`${name} was ended by force`));
      const run = runCli([...name.split(' '), ...words, '--json'], { cwd: project, env: { HOME: project }, signal });
      await module.loading(run);
      signals.emit('SIGINT');
      const { code, stdout } = await run;
      assert.is(code, 130, `${name} ${stdout}`);
      assert.is(documentOf(stdout, failed, name).ok, false);
      assert.is(written(), before, name);
    }
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});

test.run();
