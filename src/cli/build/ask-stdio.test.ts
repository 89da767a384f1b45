import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { askStdio } from './ask-stdio.ts';
import type { StartAnswer } from './start-message.ts';

const test = suite<{ folder: string }>('ask-stdio');
test.before.each((context) => {
  context.folder = mkdtempSync(join(tmpdir(), 'service-ask-'));
});
test.after.each(({ folder }) => rmSync(folder, { recursive: true }));

/** Starts a server that runs `onLine` for each line that it is sent. */
function ask(folder: string, onLine: string, signal?: AbortSignal): Promise<StartAnswer> {
  const script = join(folder, 'server.mjs');
  writeFileSync(
    script,
    `import { createInterface } from 'node:readline';\nfor await (const line of createInterface(process.stdin)) {${onLine}}`,
  );
  return askStdio({ folder, script, scratch: folder, entryPath: '/mcp', environment: {}, signal });
}

test('[build.proof] a refusal is an answer, also behind lines that are no messages', async ({ folder }) => {
  const refuses = `const { id } = JSON.parse(line); console.log('ready'); console.log(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32601, message: 'no' } }));`;
  const answer = await ask(folder, refuses);
  assert.is(answer.kind, 'answered');
});

test('[build.proof] a server that ends instead leaves its last words, or how it ended', async ({ folder }) => {
  assert.equal(await ask(folder, 'process.exit(3);'), { kind: 'ended', said: 'it ended with exit code 3' });
  const speaks = `console.error('TypeError: broken here.'); process.exit(1);`;
  assert.equal(await ask(folder, speaks), { kind: 'ended', said: 'TypeError: broken here' });
});

test('[build.proof] a build that is aborted does not wait for the answer', async ({ folder }) => {
  const ending = new AbortController();
  const asked = ask(folder, '', ending.signal);
  ending.abort(new Error('Ctrl-C'));
  await asked.then(
    () => assert.unreachable(),
    (failure: unknown) => assert.match(String(failure), 'Ctrl-C'),
  );
});

test.run();
