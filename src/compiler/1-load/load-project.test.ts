import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { checkTypes, loadProject } from './index.ts';

const test = suite<{ root: string }>('load');

test.before.each((context) => {
  context.root = mkdtempSync(path.join(tmpdir(), 'service-load-'));
  mkdirSync(path.join(context.root, 'src'));
});
test.after.each(({ root }) => rmSync(root, { recursive: true }));

const write = (root: string, files: Readonly<Record<string, string>>): void => {
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(root, name), text);
};
const load = (root: string) => loadProject({ root, entry: path.join(root, 'src/main.ts') });
const codes = (root: string): readonly string[] => {
  const { loaded, diagnostics } = load(root);
  return [...diagnostics, ...(loaded === undefined ? [] : checkTypes(loaded))].map(
    ({ code, span }) => `${code} ${span?.file}:${span?.line}`,
  );
};

test('[I2.bad-input.entry] an entry that is missing, does not parse, or does not type-check', ({ root }) => {
  assert.equal(codes(root), ['entry-not-found undefined:undefined']);
  write(root, { 'src/main.ts': 'export const a = (;' });
  assert.match(codes(root)[0] ?? '', 'syntax-error src/main.ts:1');
  write(root, { 'src/main.ts': '\nexport const a: number = "x";' });
  assert.equal(codes(root), ['type-error src/main.ts:2']);
});

test('a tsconfig.json that does not parse or holds an unknown option', ({ root }) => {
  write(root, { 'src/main.ts': 'export {};', 'tsconfig.json': '{ "compilerOptions": { "strict": 1 } }' });
  assert.equal(codes(root), ['invalid-tsconfig tsconfig.json:1']);
  write(root, { 'tsconfig.json': '{ "compilerOptions": ' });
  assert.match(codes(root)[0] ?? '', 'invalid-tsconfig tsconfig.json:1');
});

test('files that tsconfig.json leaves out are checked only when the entry reaches them', ({ root }) => {
  write(root, {
    'src/main.ts': 'export {};',
    'src/other.ts': 'export const a: number = "x";',
    'tsconfig.json': '{ "files": ["src/main.ts"] }',
  });
  assert.equal(codes(root), []);
  write(root, {
    'src/main.ts': "export * from './other';",
    'tsconfig.json': '{ "files": ["src/main.ts"], "compilerOptions": { "moduleResolution": "bundler", "module": "esnext" } }',
  });
  assert.equal(codes(root), ['type-error src/other.ts:1']);
});

test('one live program: a changed, a new and a removed file are seen after a refresh', ({ root }) => {
  const [main, other] = [path.join(root, 'src/main.ts'), path.join(root, 'src/other.ts')];
  write(root, { 'src/main.ts': 'export const a = 1;' });
  const { loaded } = load(root);
  assert.ok(loaded !== undefined);
  assert.equal(checkTypes(loaded), []);
  write(root, { 'src/main.ts': "import { b } from './other.ts'; export const a: string = b;", 'src/other.ts': 'export const b = 1;' });
  loaded.refresh([main, other]);
  assert.equal(
    checkTypes(loaded).map(({ span }) => span?.file),
    ['src/main.ts'],
  );
  write(root, { 'src/other.ts': 'export const b = "x";' });
  loaded.refresh([other]);
  assert.equal(checkTypes(loaded), []);
  rmSync(other);
  loaded.refresh([other]);
  assert.is(checkTypes(loaded).length, 1);
});

test.run();
