import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { programProblems, temporaryFolderProblems } from './machine.ts';

test('a missing program is named with what to install', () => {
  const problems = programProblems((name) => name !== 'script' && name !== 'redis-server');
  assert.equal(problems, [
    'redis-server is not on the PATH. Install it (Debian: apt-get install redis-server)',
    'script is not on the PATH. Install it (Debian: apt-get install bsdutils)',
  ]);
  assert.equal(
    programProblems(() => true),
    [],
  );
});

test('a temporary folder that is too full is named with what is free and what a run needs', () => {
  assert.equal(temporaryFolderProblems('/tmp', 120_000_000), [
    'the temporary folder /tmp has 0.1 GB free, and a run needs 3.0 GB. Free some, or name another folder in TMPDIR',
  ]);
  assert.equal(temporaryFolderProblems('/tmp', 3_000_000_000), []);
});

test.run();
