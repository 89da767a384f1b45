import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { writeReference } from './write-reference.ts';

const root = resolve(import.meta.dirname, '../..');
const written = ['src/runtime/options/generated.ts', 'docs/reference/options.md', 'service.config.schema.json'];

const test = suite<{ copy: string }>('reference');
test.before.each((context) => {
  context.copy = mkdtempSync(join(tmpdir(), 'service-reference-'));
  for (const folder of ['define', 'model'])
    cpSync(join(root, 'src/runtime', folder), join(context.copy, 'src/runtime', folder), { recursive: true });
});
test.after.each(({ copy }) => rmSync(copy, { recursive: true }));

test('[options.comments] written again, every file is as it is here: one that was edited by hand is found', ({ copy }) => {
  assert.equal(writeReference(copy), []);
  for (const name of written)
    assert.is(readFileSync(join(copy, name), 'utf8'), readFileSync(join(root, name), 'utf8'), `${name}: run npm run reference`);
});

test('[options.comments] with an option that cannot be read, nothing is written', ({ copy }) => {
  const file = join(copy, 'src/runtime/define/http-options.ts');
  writeFileSync(file, readFileSync(file, 'utf8').replace('@default 3000', '@defualt 3000'));
  const [fault = '', ...others] = writeReference(copy);
  assert.equal(others, []);
  assert.match(fault, /src\/runtime\/define\/http-options\.ts:\d+:\d+: unknown tag @defualt; did you mean @default\?$/);
  for (const name of written) assert.not(existsSync(join(copy, name)), name);
});

test.run();
