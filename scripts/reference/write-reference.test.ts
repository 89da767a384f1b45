import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { writeReference } from './write-reference.ts';

const root = resolve(import.meta.dirname, '../..');
const written = [
  'src/runtime/options/generated.ts',
  'src/config/generated.ts',
  'src/runtime/features/portable.ts',
  'docs/reference/options.md',
  'docs/reference/settings.md',
  'service.config.schema.json',
];

const test = suite<{ copy: string }>('reference');
test.before.each((context) => {
  context.copy = mkdtempSync(join(tmpdir(), 'service-reference-'));
  const isWritten = (path: string): boolean => written.some((name) => path === join(root, name));
  cpSync(join(root, 'src/runtime'), join(context.copy, 'src/runtime'), { recursive: true, filter: (path) => !isWritten(path) });
  for (const file of ['src/config/service-config.ts', 'src/config/deployment-config.ts'])
    cpSync(join(root, file), join(context.copy, file));
});
test.after.each(({ copy }) => rmSync(copy, { recursive: true }));

test('[options.comments] written again, every file is as it is here: one that was edited by hand is found', ({ copy }) => {
  assert.equal(writeReference(copy), []);
  for (const name of written)
    assert.is(readFileSync(join(copy, name), 'utf8'), readFileSync(join(root, name), 'utf8'), `${name}: run npm run reference`);
});

test('[options.comments] with an option or a setting that cannot be read, nothing is written', ({ copy }) => {
  const names = ['src/runtime/define/http-options.ts', 'src/config/service-config.ts'];
  for (const file of names.map((name) => join(copy, name)))
    writeFileSync(file, readFileSync(file, 'utf8').replace('@default 3000', '@defualt 3000'));
  const faults = writeReference(copy);
  assert.is(faults.length, names.length, faults.join('\n'));
  for (const [at, name] of names.entries()) {
    assert.ok(faults[at]?.includes(`${name}:`), faults[at]);
    assert.match(faults[at] ?? '', /:\d+:\d+: unknown tag @defualt; did you mean @default\?$/);
  }
  for (const name of written) assert.not(existsSync(join(copy, name)), name);
});

test.run();
