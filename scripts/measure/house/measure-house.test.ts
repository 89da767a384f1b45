import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { judgeHouse, measureHouse } from './measure-house.ts';

const test = suite<{ root: string }>('house');

test.before.each((context) => {
  context.root = mkdtempSync(join(tmpdir(), 'service-house-'));
});
test.after.each(({ root }) => rmSync(root, { recursive: true }));

function write(root: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

const twice = (name: string, value: string): string => `
export function ${name}(${value}: readonly string[]): string {
  const found = ${value}.filter((each) => each.length > 3).map((each) => each.trim().toUpperCase());
  if (found.length === 0) return 'nothing';
  return found.length > 10 ? \`\${found.length} of them\` : found.toSorted().join(', ');
}
`;

test('a helper is written twice whatever its names, its types and the form of its function', ({ root }) => {
  const files = {
    'src/first.ts': 'const isText = (value: unknown): value is string => typeof value === "string" && value.trim() !== "";\n',
    'src/second.ts': 'export function hasText(given: unknown): boolean {\n  return typeof given === "string" && given.trim() !== "";\n}\n',
    'src/other.ts': 'const isText = (value: unknown): value is string => typeof value === "string" && value.length !== 0;\n',
    'src/short.ts': 'const one = (a: string): string => a.trim();\nconst two = (b: string): string => b.trim();\n',
    'src/wired.ts': ['A', 'B']
      .map((name) => `class ${name} { constructor(a: string) { this.a = a; this.b = a.trim(); this.c = [a, a, a, a, a]; } }\n`)
      .join(''),
    'src/migrate/support/copied.ts':
      'const isText = (value: unknown): value is string => typeof value === "string" && value.trim() !== "";\n',
  };
  write(root, files);
  assert.equal(measureHouse(root).findings, ['written 2 times: src/first.ts:1 isText, src/second.ts:1 hasText']);
});

test('files over 400 lines, functions over 100, any, casts, cycles, citations and functions written twice are counted and named', ({
  root,
}) => {
  const files = {
    'src/long.ts': 'export {};\n'.repeat(401),
    'src/function.ts': `export function long(): void {\n${'  // more\n'.repeat(99)}}\n`,
    'src/loose.ts': 'export const a = 1 as any;\nexport const b = [1] as const;\n',
    'src/one.ts': "import './two.ts';\nexport {};\n",
    'src/two.ts': "import './one.ts';\n// Ruling 15 says so.\nexport {};\n",
    'src/first.ts': twice('first', 'words'),
    'packages/a/second.ts': twice('second', 'names'),
    'src/migrate/reader.ts': 'export const a = /x/.test(node.getText() ?? "");\nexport const b = (await readFile(a)).replace(/x/, "");\n',
    'src/other.ts': 'export const a = /x/.test(node.getText());\n',
    'src/skipped.test.ts': 'export const a: any = 1;\n',
  };
  write(root, files);
  const { findings, report } = measureHouse(root);
  assert.equal(report, {
    files: 9,
    lines: 401 + 101 + 2 + 2 + 3 + 6 + 6 + 2 + 1,
    medianLines: 3,
    maxLines: 401,
    longestFunction: 101,
    cycles: 1,
    any: 1,
    casts: 1,
    outsideReferences: 1,
    sourceRegExps: 2,
    duplicateLogic: 1,
    clients: 0,
    generatedLines: 0,
    hoverTexts: { options: 100, context: 100, exports: 100 },
  });
  assert.equal(findings.toSorted(), [
    'import cycle: src/two.ts → src/one.ts → src/two.ts',
    'src/function.ts:1: long has 101 lines, at most 100',
    'src/long.ts: 401 lines, at most 400',
    'src/loose.ts: the type any, 1 times',
    'src/migrate/reader.ts:1: a regular expression over source code',
    'src/migrate/reader.ts:2: a regular expression over source code',
    'src/two.ts:2: // Ruling 15 says so. (cites a paper outside the repository)',
    'written 2 times: packages/a/second.ts:2 second, src/first.ts:2 first',
  ]);
});

test('a folder that introduces itself to MCP servers is a client, however the names are written; who reads them is none', ({ root }) => {
  const clients = {
    'src/runtime/client/handshake.ts':
      'export const hello = (clientInfo: object) => ({ protocolVersion: "1", capabilities: {}, clientInfo });\n',
    'src/runtime/client/more.ts': 'import * as keys from "./keys.ts";\nexport const meta = { [keys.clientCapabilities]: {} };\n',
    'src/a/joined.ts': 'export const hello = { ["protocol" + "Version"]: 1, [`capa${"bilities"}`]: 1, "client\\u0049nfo": 1 };\n',
    'src/b/template.mjs': 'const prefix = "io.modelcontextprotocol/";\nexport const meta = { [`${prefix}clientCapabilities`]: {} };\n',
    'src/c/constant.ts': 'const key = "io.modelcontextprotocol/" + "clientCapabilities";\nexport const meta = { [key]: {} };\n',
    'src/d/pairs.ts': 'export const hello = Object.fromEntries([["protocolVersion", 1], ["capabilities", 1], ["clientInfo", 1]]);\n',
  };
  const servers = {
    'src/e/reads.ts': [
      'import * as keys from "./keys.ts";',
      'let a; let b; let c;',
      'export const read = (params) => ({ protocolVersion: params.protocolVersion, clientInfo: params.clientInfo, declared: params[keys.clientCapabilities] });',
      'export function take({ protocolVersion, capabilities, clientInfo }) { ({ protocolVersion: a, capabilities: b, clientInfo: c } = arguments[0]); }',
      'export interface Opening { protocolVersion: string; capabilities: object; clientInfo: object }',
    ].join('\n'),
    'src/e/hello.test.ts': 'export const hello = { protocolVersion: 1, capabilities: 1, clientInfo: 1 };\n',
  };
  write(root, { ...clients, ...servers });
  const { findings, report } = measureHouse(root);
  assert.is(report.clients, 5);
  assert.equal(
    findings,
    ['a/joined.ts:1', 'b/template.mjs:2', 'c/constant.ts:2', 'd/pairs.ts:1'].map(
      (place) => `a client of MCP beside src/runtime/client: src/${place}`,
    ),
  );
});

test('what npm run reference writes is counted apart', ({ root }) => {
  write(root, {
    'src/made.ts': '/*\n * Generated by `npm run reference` from the interfaces of a; do not edit it.\n */\n' + 'export {};\n'.repeat(401),
    'src/printed.ts': '// Written by print.ts from table.ts (npm run reference); a test compares it.\nexport {};\n',
    'src/hand.ts': '// Generated once.\nexport {};\n',
  });
  const { findings, report } = measureHouse(root);
  assert.equal(findings, []);
  assert.equal([report.lines, report.generatedLines], [2, 406]);
});

test('what is exported, its members and options lack no text for editors; conditional types, overrides and private members need none', ({
  root,
}) => {
  write(root, {
    'src/runtime/index.ts': "export * from './define/door-options.ts';\nexport * from './errors.ts';\n",
    'src/runtime/define/door-options.ts': [
      '/** Options of a door. */',
      'export interface DoorOptions {',
      '  readonly colour?: string;',
      '  /** How it opens. */',
      "  readonly opens?: { readonly by: 'key' };",
      '}',
      '/** Said. */',
      "export type Key<T> = T extends { readonly opens: true } ? 'key' : never;",
      'interface Hidden {',
      '  /** Said. */',
      '  readonly nothing: string;',
      '}',
      'export const door = (options: DoorOptions): Hidden => ({ nothing: String(options) });',
    ].join('\n'),
    'src/runtime/errors.ts': [
      '/** A door is shut. */',
      'export class Shut extends Error {',
      "  override readonly name = 'Shut';",
      '  #count = 0;',
      '  protected kept = 1;',
      '  knock(): number { return this.#count; }',
      '}',
    ].join('\n'),
  });
  const { findings, report } = measureHouse(root);
  assert.equal(report.hoverTexts, { options: 50, context: 33.3, exports: 75 });
  const told = (place: string, name: string): string =>
    `src/runtime/${place}: "${name}" has no text for editors; write a comment before it`;
  assert.equal(findings, [
    told('define/door-options.ts:3', 'colour'),
    told('define/door-options.ts:5', 'by'),
    told('errors.ts:6', 'knock'),
    told('define/door-options.ts:13', 'door'),
  ]);
});

test('a house in which an editor explains less than everything is not in order', ({ root }) => {
  write(root, { 'src/runtime/index.ts': 'export const door = 1;\n' });
  const { holds, problems } = judgeHouse({ root, folder: root, words: [], flags: {} });
  assert.is(holds, false);
  assert.is(problems?.at(-1), 'The house is not in order: hoverTexts.exports is under 100.');
});

test.run();
