import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ts } from 'ts-morph';
import { UnknownWord, type MeasureRun, type Measurement } from './measurement.ts';

/** Where checks stand. */
const places = [
  'spec/rows',
  'src',
  'packages',
  'scripts',
  'spec',
  'bench',
  'test',
  'fixtures/conformance/expected.json',
  'fixtures/errors',
];

/** Names of checks, by kind. */
type Checks = Readonly<Record<'rows' | 'tests' | 'attacks' | 'conformance' | 'errors', ReadonlySet<string>>>;

/** What is checked now and at another commit: ids of rows, titles of tests, texts of attacks, the official suite's numbers. */
export function measureChecksKept({ folder, root, words }: MeasureRun): Measurement {
  const [ref = '', ...more] = words;
  if (ref === '' || more.length > 0) throw new UnknownWord('it takes one commit, as `npm run measure -- checks-kept main`');
  const [before, now] = [join(folder, 'before'), join(folder, 'now')];
  for (const [commit, to] of [
    [ref, before],
    ['HEAD', now],
  ] as const)
    checkOut(root, commit, to);
  const [old, own] = [readChecks(before), readChecks(now)];
  const kinds = Object.entries(old).map(([kind, names]) => {
    const mine = own[kind as keyof Checks];
    return { kind, before: names.size, now: mine.size, gone: [...names].filter((name) => !mine.has(name)).sort() };
  });
  const gone = kinds.flatMap(({ gone: names, kind }) => names.map((name) => `${kind}: ${name}`));
  return {
    report: { ref, kinds },
    lines: kinds.map((one) => `${one.kind.padEnd(12)}${one.before} before, ${one.now} now, ${one.gone.length} gone`),
    problems: gone,
    holds: gone.length === 0,
  };
}

function checkOut(root: string, ref: string, to: string): void {
  mkdirSync(to);
  const archive = execFileSync('git', ['archive', ref, ...places], { cwd: root, maxBuffer: 1 << 30 });
  execFileSync('tar', ['-x', '-C', to], { input: archive });
}

function readChecks(folder: string): Checks {
  const [rows, tests, attacks] = [new Set<string>(), new Set<string>(), new Set<string>()];
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!path.endsWith('.ts')) continue;
    const isTest = path.endsWith('.test.ts');
    if (!isTest && !path.startsWith('spec/rows/') && !path.startsWith('test/attacks/')) continue;
    const file = ts.createSourceFile(path, readFileSync(join(folder, path), 'utf8'), ts.ScriptTarget.Latest, true);
    if (isTest) collect(file, tests, titleOf);
    else if (path.startsWith('spec/rows/')) collect(file, rows, rowOf);
    else collect(file, attacks, attackOf);
  }
  const legs = JSON.parse(readFileSync(join(folder, 'fixtures/conformance/expected.json'), 'utf8')) as Readonly<Record<string, object>>;
  return {
    rows,
    tests,
    attacks,
    conformance: new Set(Object.entries(legs).map(([leg, numbers]) => `${leg} ${JSON.stringify(numbers)}`)),
    errors: new Set(readdirSync(join(folder, 'fixtures/errors'))),
  };
}

function collect(node: ts.Node, into: Set<string>, nameOf: (node: ts.Node) => string | undefined): void {
  const name = nameOf(node);
  if (name !== undefined) into.add(name);
  ts.forEachChild(node, (child) => collect(child, into, nameOf));
}

/** The first argument of `test(…)`, as it is written. */
const titleOf = (node: ts.Node): string | undefined =>
  ts.isCallExpression(node) && ts.isIdentifier(node.expression) && /^\w*[tT]est$/.test(node.expression.text)
    ? node.arguments[0]?.getText()
    : undefined;

const rowOf = (node: ts.Node): string | undefined =>
  ts.isPropertyAssignment(node) && ts.isStringLiteral(node.name) ? node.name.text : undefined;

/** Every text of several words: names of attacks are made of them in many ways. */
const attackOf = (node: ts.Node): string | undefined =>
  ts.isStringLiteralLike(node) || ts.isTemplateExpression(node) ? withSpaces(node.getText()) : undefined;

const withSpaces = (text: string): string | undefined => (text.includes(' ') ? text : undefined);
