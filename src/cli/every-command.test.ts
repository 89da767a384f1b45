import { join } from 'node:path';
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

test.run();
