import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { limits, requestPath } from './request-path.ts';

test('a tools/call is handed on by few files, and visits few more', async () => {
  const { path, visited } = await requestPath(join(import.meta.dirname, '../..'));
  // The coverage sees the whole way: from the socket to the author's code.
  for (const file of ['hosts/node-server', 'http/handler', 'mcp/dispatch', 'mcp/call/run-author'])
    assert.ok(path.includes(`src/runtime/${file}.ts`), file);
  assert.ok(path.length <= limits.path, `${path.length} files: ${path.join(' ')}`);
  assert.ok(visited.length <= limits.visited, `${visited.length} files: ${visited.join(' ')}`);
});

test.run();
