import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { listExplanations } from '../explain/explanations.ts';
import { runCli } from '../../../test/support/cli/run-cli.ts';

test('[I7.explain.every] every code of sources, configuration and command line has cause, example and fix, and is there once', () => {
  const rows = listExplanations();
  assert.is(new Set(rows.map((row) => row.code)).size, rows.length);
  for (const row of rows) for (const text of [row.cause, row.example, row.fix]) assert.ok(text.length > 3, row.code);
  for (const code of ['unknown-option', 'config-unknown-key', 'port-in-use'])
    assert.ok(
      rows.some((row) => row.code === code),
      code,
    );
});

test('[I7.explain] explains a code from anywhere, as text and as data', async () => {
  const { code, stdout, stderr } = await runCli(['explain', 'config-unknown-key'], { cwd: '/' });
  assert.equal([code, stderr], [0, '']);
  assert.match(stdout, /^config-unknown-key \(configuration\)\n\nCause\n {2}[^]*\nExample\n {2}[^]*\nWhat to do\n {2}/);
  assert.ok(stdout.split('\n').every((line) => line.length <= 80));
  const { data } = JSON.parse((await runCli(['explain', 'no-server', '--json'])).stdout) as { data: Record<string, string> };
  assert.equal(Object.keys(data), ['code', 'area', 'cause', 'example', 'fix']);
});

test('[I7.explain.list] without a code lists all of them; a misspelt one is exit 2 with the nearest', async () => {
  const { stdout } = await runCli(['explain']);
  for (const row of listExplanations()) assert.ok(stdout.includes(row.code), row.code);
  assert.ok(stdout.split('\n').every((line) => line.length <= 80));
  const wrong = await runCli(['explain', 'unknown-optoin']);
  assert.equal([wrong.code, wrong.stdout], [2, '']);
  assert.match(wrong.stderr, /No finding has the code 'unknown-optoin'[^]*Did you mean `unknown-option`\?/);
});

test.run();
