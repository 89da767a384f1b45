import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { CliError } from '../cli-error.ts';
import { applyChanges, applyNamedChanges } from './file-change.ts';

const test = suite<{ home: string; root: string }>('changes of files');
test.before.each((context) => {
  context.home = realpathSync(mkdtempSync(join(tmpdir(), 'service-changes-')));
  context.root = join(context.home, 'project');
  mkdirSync(context.root);
  mkdirSync(join(context.home, 'config'));
});
test.after.each(({ home }) => rmSync(home, { recursive: true, force: true }));

const problemOf = (work: Promise<void>): Promise<unknown> =>
  work.then(
    () => 'written',
    (failure: unknown) => (failure instanceof CliError ? failure.message : failure),
  );

test('[files.inside] nothing is written when one of the paths leads out, through `..` or a symlink', async ({ home, root }) => {
  writeFileSync(join(home, 'config/kept'), 'kept');
  symlinkSync(join(home, 'config'), join(root, 'src'));
  symlinkSync(join(home, 'config/kept'), join(root, 'kept'));
  symlinkSync(join(home, 'config/new'), join(root, 'dangling'));
  for (const [path, target] of [
    ['../config/kept', 'config/kept'],
    ['src/deep/new.ts', 'config/deep/new.ts'],
    ['kept', 'config/kept'],
    ['a/../../config/new', 'config/new'],
  ] as const)
    assert.is(
      await problemOf(
        applyChanges(root, [
          { path: 'first', after: 'x' },
          { path, after: 'x' },
        ]),
      ),
      `${path} leads to ${join(home, target)}, which is outside of ${root}. Nothing was changed`,
    );
  assert.is(await problemOf(applyChanges(root, [{ path: 'dangling', after: 'own' }])), 'written');
  assert.equal([readdirSync(join(home, 'config')), readFileSync(join(home, 'config/kept'), 'utf8')], [['kept'], 'kept']);
  assert.equal([existsSync(join(root, 'first')), readFileSync(join(root, 'dangling'), 'utf8')], [false, 'own']);
});

test('[files.inside] a folder that the user names may be any; below the working folder it is where it seems to be', async ({
  home,
  root,
}) => {
  symlinkSync(join(home, 'config'), join(root, 'client'));
  const named = (folder: string) => problemOf(applyNamedChanges(root, join(root, folder), [{ path: `${folder}/a.ts`, after: 'x' }]));
  assert.match(String(await named('client')), /^client\/a\.ts leads to /);
  assert.is(await named('../other'), 'written');
  assert.is(await named('own'), 'written');
  assert.is(readFileSync(join(home, 'other/a.ts'), 'utf8'), 'x');
});

test.run();
