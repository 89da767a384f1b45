import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readModuleFiles } from './module-files.ts';

/** `<use> <path>` of each file that the text names, in `/app/src/tools/one.ts`. */
const named = (text: string): string[] =>
  readModuleFiles('/app/src/tools/one.ts', text).references.map(({ path, use }) => `${use} ${path}`);

const computed = (text: string): string[] =>
  readModuleFiles('/app/src/tools/one.ts', text).computed.map(
    ({ isOpened, parts }) => `${isOpened ? 'opened' : 'named'} ${parts.join('|')}`,
  );

test('[assets.node] files are found through what Node makes of a module location', () => {
  for (const [text, ...found] of [
    ["readFileSync(new URL('./a.md', import.meta.url))", 'read /app/src/tools/a.md'],
    ["const here = new URL('../b%20c.txt', import.meta.url); readFileSync(here);", 'unknown /app/src/b c.txt'],
    ["readFileSync(join(import.meta.dirname, 'sql', 'a.sql'))", 'read /app/src/tools/sql/a.sql'],
    ["const __dirname = dirname(fileURLToPath(import.meta.url)); path.resolve(__dirname, '../x.json');", 'unknown /app/src/x.json'],
    ['readFileSync(`${__dirname}/a.txt`)', 'read /app/src/tools/a.txt'],
    ["readFileSync(__dirname + '/a.txt')", 'read /app/src/tools/a.txt'],
    ["fork(fileURLToPath(new URL('child.ts', import.meta.url)))", 'run /app/src/tools/child.ts'],
    ["new Worker(new URL('./w.ts', import.meta.url), { workerData: 1 })", 'run /app/src/tools/w.ts'],
    ["readFileSync(import.meta.resolve('./a.txt'))", 'read /app/src/tools/a.txt'],
    ["new URL('https://example.com', import.meta.url)"],
    ["new URL('.', import.meta.url)"],
    ["const __dirname = '/etc'; join(__dirname, 'passwd');"],
    ["function f(__dirname: string) { return join(__dirname, 'x'); }"],
  ] as const)
    assert.equal(named(text), found, text);
});

test('[assets.node] of a computed path the beginning is known', () => {
  assert.equal(computed('readFileSync(new URL(`./sql/${name}.sql`, import.meta.url))'), ['opened /app/src/tools/sql/|.sql']);
  assert.equal(computed('readFileSync(join(__dirname, name))'), ['opened /app/src/tools/|']);
  assert.equal(computed("const file = join(import.meta.dirname, 'sql', name);"), ['named /app/src/tools/sql/|']);
});

test('[assets.node] what createRequire returns is followed by the name that the bundler knows', () => {
  const edits = (text: string): string[] =>
    readModuleFiles('/app/src/one.ts', text).requires.map(({ becomes, end, start }) => `${text.slice(start, end)}@${start} ${becomes}`);
  assert.equal(edits("const require = createRequire(import.meta.url); require('./x.json'); require(name);"), [
    'require@6 service$require',
    'require@48 require',
    'require@69 service$require',
  ]);
  assert.equal(edits("const load = createRequire(import.meta.url); load('x');"), ['load@45 require']);
  assert.equal(edits("const load = createRequire('/elsewhere/'); load('x');"), []);
});

test.run();
