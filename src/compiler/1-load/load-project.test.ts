import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { checkTypes, createSourceCache, loadProject } from './index.ts';

const test = suite<{ root: string }>('load');

test.before.each((context) => {
  context.root = mkdtempSync(path.join(tmpdir(), 'service-load-'));
  mkdirSync(path.join(context.root, 'src'));
});
test.after.each(({ root }) => rmSync(root, { recursive: true }));

const write = (root: string, files: Readonly<Record<string, string>>): void => {
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(root, name), text);
};
const load = (root: string, cache = createSourceCache()) => loadProject({ root, entry: path.join(root, 'src/main.ts') }, cache);
const codes = async (root: string, cache = createSourceCache()): Promise<readonly string[]> => {
  const { loaded, diagnostics } = load(root, cache);
  return [...diagnostics, ...(loaded === undefined ? [] : await checkTypes(loaded))].map(
    ({ code, span }) => `${code} ${span?.file}:${span?.line}`,
  );
};

test('[I2.bad-input.entry] an entry that is missing, does not parse, or does not type-check', async ({ root }) => {
  assert.equal(await codes(root), ['entry-not-found undefined:undefined']);
  write(root, { 'src/main.ts': 'export const a = (;' });
  assert.match((await codes(root))[0] ?? '', 'syntax-error src/main.ts:1');
  write(root, { 'src/main.ts': '\nexport const a: number = "x";' });
  assert.equal(await codes(root), ['type-error src/main.ts:2']);
});

test('a JavaScript entry is read without `allowJs`', async ({ root }) => {
  write(root, { 'src/main.js': 'export const a = 1;', 'tsconfig.json': '{ "include": ["src"] }' });
  const { loaded, diagnostics } = loadProject({ root, entry: path.join(root, 'src/main.js') });
  assert.equal(diagnostics, []);
  assert.ok(loaded !== undefined);
  assert.equal([...loaded.sources().keys()], ['src/main.js']);
  assert.equal(await checkTypes(loaded), []);
});

test('without types a program has no library, and takes the files that another one has parsed', ({ root }) => {
  write(root, {
    'src/main.ts': 'export const a = 1;',
    'tsconfig.json': '{ "compilerOptions": { "lib": ["es2023"] }, "include": ["src"] }',
  });
  const cache = createSourceCache();
  const entry = path.join(root, 'src/main.ts');
  const [whole, light] = [false, true].map((withoutTypes) => loadProject({ root, entry, withoutTypes }, cache).loaded);
  assert.ok((whole?.program.getSourceFiles().length ?? 0) > 10);
  assert.equal(
    light?.program.getSourceFiles().map(({ fileName }) => fileName),
    [entry],
  );
  assert.ok(light?.program.getSourceFile(entry) === whole?.program.getSourceFile(entry));
});

test('a tsconfig.json that does not parse or holds an unknown option', async ({ root }) => {
  write(root, { 'src/main.ts': 'export {};', 'tsconfig.json': '{ "compilerOptions": { "strict": 1 } }' });
  assert.equal(await codes(root), ['invalid-tsconfig tsconfig.json:1']);
  write(root, { 'tsconfig.json': '{ "compilerOptions": ' });
  assert.match((await codes(root))[0] ?? '', 'invalid-tsconfig tsconfig.json:1');
});

test('files that tsconfig.json leaves out are checked only when the entry reaches them', async ({ root }) => {
  write(root, {
    'src/main.ts': 'export {};',
    'src/other.ts': 'export const a: number = "x";',
    'tsconfig.json': '{ "files": ["src/main.ts"] }',
  });
  assert.equal(await codes(root), []);
  write(root, {
    'src/main.ts': "export * from './other';",
    'tsconfig.json': '{ "files": ["src/main.ts"], "compilerOptions": { "moduleResolution": "bundler", "module": "esnext" } }',
  });
  assert.equal(await codes(root), ['type-error src/other.ts:1']);
});

test('a program made anew sees changed, new and removed files and parses only those', async ({ root }) => {
  const cache = createSourceCache();
  const library = () =>
    load(root, cache)
      .loaded?.program.getSourceFiles()
      .find(({ fileName }) => fileName.endsWith('/lib.es5.d.ts'));
  write(root, { 'src/main.ts': 'export const a = 1;' });
  assert.equal(await codes(root, cache), []);
  const parsed = library();
  assert.ok(parsed !== undefined);
  write(root, { 'src/main.ts': "import { b } from './other.ts'; export const a: string = b;", 'src/other.ts': 'export const b = 1;' });
  assert.equal(await codes(root, cache), ['type-error src/main.ts:1']);
  write(root, { 'src/other.ts': 'export const b = "x";' });
  assert.equal(await codes(root, cache), []);
  rmSync(path.join(root, 'src/other.ts'));
  assert.equal(await codes(root, cache), ['type-error src/main.ts:1']);
  assert.is(library(), parsed);
});

test('of fixed files what was read and resolved once is kept, and of the project nothing', async ({ root }) => {
  const library = path.join(root, 'library');
  const project = path.join(root, 'project');
  const fixed = { isFixed: (file: string) => file.startsWith(root), kept: new Map<string, unknown>() };
  const cache = createSourceCache({ parsed: new Map(), fixed });
  for (const folder of [library, path.join(project, 'src')]) mkdirSync(folder, { recursive: true });
  write(library, { 'index.d.ts': "export * from './part';", 'part.d.ts': 'export const a: 1;' });
  write(project, { 'src/main.ts': "import { a } from '../../library/index'; export const b: 1 = a;" });
  assert.equal(await codes(project, cache), []);
  rmSync(library, { recursive: true });
  assert.equal(await codes(project, cache), []);
  write(project, { 'src/main.ts': "import { a } from '../../library/index'; export const b: 2 = a;" });
  assert.equal(await codes(project, cache), ['type-error src/main.ts:1']);
  assert.equal(await codes(project), ['type-error src/main.ts:1'], 'the library is gone');
  assert.not.ok([...fixed.kept.keys()].some((key) => key.includes(`${project}/`)));
});

test.run();
