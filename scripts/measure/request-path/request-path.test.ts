import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { runProgram } from '../../testing/run-program.ts';
import { limits } from './request-path.ts';

const root = join(import.meta.dirname, '../../..');

// In a process of its own: what other tests left running would be counted too.
test('a tools/call is handed on by few files, and visits few more', async () => {
  const script = join(root, 'scripts/measure.ts');
  const { stdout } = await runProgram(
    process.execPath,
    ['--import', 'tsx', '--conditions=service-source', script, 'request-path', '--json'],
    {
      cwd: root,
    },
  );
  const found = JSON.parse(stdout) as { readonly path: number; readonly visited: number; readonly files: readonly string[] };
  // The coverage sees the whole way: from the socket to the author's code.
  for (const file of ['hosts/node-server', 'http/handler', 'mcp/dispatch', 'mcp/call/running-call'])
    assert.ok(found.files.includes(`src/runtime/${file}.ts`), file);
  assert.ok(found.path <= limits.path, `${found.path} files: ${found.files.join(' ')}`);
  assert.ok(found.visited <= limits.visited, `${found.visited} files`);
});

test.run();
