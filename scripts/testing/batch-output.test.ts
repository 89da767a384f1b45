import { join } from 'node:path';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { splitBatch } from './batch-output.ts';
import { runProgram } from './run-program.ts';
import { uvuTotals } from './uvu-totals.ts';

const folder = fileURLToPath(new URL('.', import.meta.url));

test('each file of a batch has its own result; one that throws or ends the process takes no other with it', async () => {
  const made = mkdtempSync(join(folder, '.batch-'));
  try {
    const head = "import { test } from 'uvu';\nimport * as assert from 'uvu/assert';\n";
    const texts = {
      'green.ts': `${head}test('a', () => {}); test('b', () => {}); test.run();`,
      'red.ts': `${head}console.error('why'); test('a', () => assert.is(1, 2)); test.run();`,
      'throws.ts': `${head}throw new Error('broken file');`,
      'hook.ts': `${head}test.before(() => { throw new Error('broken hook'); }); test('a', () => {}); test.run();`,
      'again.ts': `${head}test('a', () => {}); test.run();`,
      'ends.ts': `${head}process.exit(0);`,
      'never.ts': `${head}test('a', () => {}); test.run();`,
    };
    const files = Object.entries(texts).map(([name, text]) => {
      const file = join(made, name);
      writeFileSync(file, text);
      return file;
    });
    const run = await runProgram(process.execPath, ['--import', 'tsx', join(folder, 'run-batch.ts'), ...files], { timeoutMs: 60_000 });
    const outputs = splitBatch(files.length, run);
    const results = outputs.map(({ code, stdout }) => uvuTotals(stdout, code));
    assert.equal(
      results.map(({ failed, passed }) => [passed, failed]),
      [
        [2, 0],
        [0, 1],
        [0, 1],
        [0, 1],
        [1, 0],
        [0, 1],
      ],
    );
    assert.match(outputs[1]?.stderr ?? '', 'why');
    assert.match(outputs[2]?.stderr ?? '', 'broken file');
    assert.is(outputs[4]?.stderr, '');
  } finally {
    rmSync(made, { recursive: true });
  }
});

test('a file with an open handle is named with that handle at once, not at the time limit', async () => {
  const made = mkdtempSync(join(folder, '.batch-'));
  try {
    const file = join(made, 'open.ts');
    writeFileSync(file, "import { test } from 'uvu';\ntest('a', () => void setInterval(() => {}, 1000)); test.run();");
    const env = { ...process.env, TEST_LINGER_MS: '100' };
    const run = await runProgram(process.execPath, ['--import', 'tsx', join(folder, 'run-batch.ts'), file], { env, timeoutMs: 60_000 });
    assert.is(run.code, 1);
    assert.match(run.stderr, /still open after the last test: .*Timeout/);
  } finally {
    rmSync(made, { recursive: true });
  }
});

test.run();
