import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

function run(script: string, ...args: readonly string[]) {
  const line = ['--import', 'tsx', '--conditions=service-source', join(import.meta.dirname, `${script}.ts`), ...args];
  const { status, stderr, stdout } = spawnSync(process.execPath, line, { encoding: 'utf8' });
  return { status, stdout, stderr: stderr.trim() };
}

test('a command of the repository does nothing for a flag that it does not know, and says so in one line', () => {
  assert.equal(run('attacks', '--jsn'), {
    status: 2,
    stdout: '',
    stderr: "npm run attacks: Unknown option '--jsn'; known: --json, --store",
  });
  // Of a store that is none nothing would be attacked, and nothing would succeed.
  assert.equal(run('attacks', '--store', 'sqlit'), {
    status: 2,
    stdout: '',
    stderr: 'npm run attacks: --store takes one of memory, redis, sqlite',
  });
  for (const script of ['conformance', 'chaos', 'mutations']) {
    const { status, stderr } = run(script, '--nothing');
    assert.is(status, 2, script);
    assert.match(stderr, new RegExp(`^npm run ${script}: Unknown option '--nothing'; known: --json[^\n]*$`));
  }
});

test.run();
