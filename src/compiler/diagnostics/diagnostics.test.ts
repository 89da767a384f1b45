import { printJson } from '../../std/texts.ts';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { z } from 'zod';
import { catalog, type Diagnostic, diagnose, DiagnosticCollector, printCodeFrame, printGithub, printPretty, printSarif } from './index.ts';

const span = (source: string, marked: string, file = 'src/main.ts') => {
  const start = source.indexOf(marked);
  const before = source.slice(0, start).split('\n');
  return { file, start, end: start + marked.length, line: before.length, column: (before.at(-1) ?? '').length + 1 };
};

test('a frame shows three lines and a caret below the span', () => {
  const source = 'one\ntwo three\nfour\nfive';
  assert.is(printCodeFrame(source, span(source, 'three')), '  1 | one\n> 2 | two three\n    |     ^^^^^\n  3 | four');
});

test('a frame keeps the caret in place behind tabs, on the last line and without any text', () => {
  assert.is(printCodeFrame('\tx', span('\tx', 'x')), '> 1 |   x\n    |   ^');
  assert.is(printCodeFrame('', { file: 'a', start: 0, end: 0, line: 1, column: 1 }), '> 1 |\n    | ^');
});

test('a frame puts the caret where a terminal shows the text', () => {
  const wide = "const 名前 = 'x';";
  assert.is(printCodeFrame(wide, span(wide, "'x'")), `> 1 | ${wide}\n    | ${' '.repeat(13)}^^^`);
  assert.is(printCodeFrame(wide, span(wide, '名前')), `> 1 | ${wide}\n    | ${' '.repeat(6)}^^^^`);
  const emoji = "f('😀e\u0301', y)";
  assert.is(printCodeFrame(emoji, span(emoji, 'y')), `> 1 | ${emoji}\n    | ${' '.repeat(9)}^`);
});

test('a frame cuts long lines around the caret', () => {
  const source = `${'a'.repeat(5000)}HERE${'b'.repeat(5000)}`;
  const lines = printCodeFrame(source, span(source, 'HERE')).split('\n');
  assert.ok(lines.every((line) => line.length < 140));
  const [code = '', caret = ''] = lines;
  assert.is(code.slice(caret.indexOf('^'), caret.lastIndexOf('^') + 1), 'HERE');
});

test('a finding is printed with its place, frame, further places, suggestion and what to do', () => {
  const source = "tool({ nmae: 'x' })";
  const finding = diagnose(
    'unknown-option',
    { owner: 'tool()', option: 'nmae', known: [] },
    { span: span(source, 'nmae'), suggestion: 'name' },
  );
  assert.is(
    printPretty([finding], { sources: new Map([['src/main.ts', source]]) }),
    "src/main.ts:1:8 error unknown-option: tool() has no option `nmae`\n> 1 | tool({ nmae: 'x' })\n    |        ^^^^\n  Did you mean `name`?\n  Correct the name, or remove it.\n\n1 error\n",
  );
});

test('[I2.4.format-pretty] pretty: colours for the place, the severity and side remarks, and none without a terminal', () => {
  const source = 'a b';
  const mark = (name: string) => (text: string) => `<${name}>${text}</${name}>`;
  const colors = { error: mark('red'), warning: mark('yellow'), dim: mark('dim'), bold: mark('bold') };
  const related = [{ message: 'the other one', span: span(source, 'b') }];
  const error = diagnose('duplicate-app', { id: 'x' }, { span: span(source, 'a'), related });
  const printed = printPretty([error, diagnose('no-entries', {})], { sources: new Map(), colors });
  assert.is(
    printed,
    '<bold>src/main.ts:1:1</bold> <red>error</red> duplicate-app: Two apps have the id "x"\n  src/main.ts:1:3 <dim>the other one</dim>\n  Give one of them its own `id`.\n\n' +
      '<yellow>warning</yellow> no-entries: This server offers nothing: no apps, tools, resources or prompts are listed\n  List something in `apps` or `tools` of @Service.\n\n1 error, 1 warning\n',
  );
  assert.not.match(printPretty([error], { sources: new Map() }), '<');
});

test('[I2.4.format-pretty] pretty: a hint ends with one full stop, whatever its text ends with', () => {
  const hintLine = (purpose: string): string | undefined => {
    const found = diagnose('wrong-option-type', { owner: '@Service', option: 'serve', expected: 'a number', found: 'text', purpose });
    return printPretty([found], { sources: new Map() }).split('\n')[1];
  };
  for (const purpose of ['Port to listen on', 'Port to listen on.']) assert.is(hintLine(purpose), '  `serve`: Port to listen on.');
});

test('[R5.25.no-secret-in-frames] a secret is not repeated in a frame', () => {
  const source = "secret: 'hunter2',\nother: 1";
  const finding = diagnose('literal-secret', { owner: '@Service', option: 'secret' }, { span: span(source, "'hunter2'") });
  const neighbour = diagnose('option-not-static', { owner: '@Service', option: 'other' }, { span: span(source, '1') });
  assert.not.match(printPretty([finding, neighbour], { sources: new Map([['src/main.ts', source]]) }), 'hunter2');
});

test('findings are sorted by place and kept once', () => {
  const source = 'a b';
  const found = new DiagnosticCollector();
  const [a, b] = [span(source, 'a'), span(source, 'b')];
  found.report('no-entries', {}, { span: b });
  found.report('no-entries', {}, { span: a });
  found.report('no-entries', {}, { span: b });
  assert.equal(
    found.diagnostics.map((one) => one.span?.start),
    [0, 2],
  );
});

test('what TypeScript says about a place of ours is left out', () => {
  const source = 'a b c';
  const found = new DiagnosticCollector();
  found.report('missing-option', { owner: '@Service', option: 'info', example: 'info: …' }, { span: span(source, 'a b') });
  found.report('type-error', { text: 'x', number: 2345 }, { span: span(source, 'b') });
  found.report('type-error', { text: 'y', number: 2345 }, { span: span(source, 'c') });
  assert.equal(
    found.diagnostics.map(({ message }) => message),
    ['@Service needs `info`', 'y (TS2345)'],
  );
});

const finding: Diagnostic = diagnose('invalid-uri', { uri: 'a%b' }, { span: { file: 'src/a b.ts', start: 4, end: 9, line: 2, column: 3 } });

test('[I2.4.format-github] github: annotation texts cannot start another command', () => {
  assert.is(
    printGithub([{ ...finding, message: 'x%\n::error::y' }]).split('\n', 1)[0],
    '::error file=src/a b.ts,line=2,col=3,title=invalid-uri::x%25%0A::error::y%0A"a%25b" has none; write e.g. "docs://a%25b"',
  );
});

test('[I2.4.format-sarif] sarif: 2.1.0 with rules, levels and regions', () => {
  const log = z
    .object({
      version: z.literal('2.1.0'),
      runs: z.array(
        z.object({
          tool: z.object({ driver: z.object({ rules: z.array(z.object({ id: z.string() })) }) }),
          results: z.array(z.object({ ruleIndex: z.number(), locations: z.array(z.object({ physicalLocation: z.unknown() })) })),
        }),
      ),
    })
    .parse(JSON.parse(printSarif([finding], '0.1.0')));
  const [run] = log.runs;
  const [result] = run?.results ?? [];
  assert.is(run?.tool.driver.rules[result?.ruleIndex ?? -1]?.id, 'invalid-uri');
  assert.equal(result?.locations[0]?.physicalLocation, {
    artifactLocation: { uri: 'src/a%20b.ts' },
    region: { startLine: 2, startColumn: 3, charOffset: 4, charLength: 5 },
  });
});

test('[I2.4.format-json] json: the findings as they are', () => {
  assert.equal(JSON.parse(printJson([finding])), [finding]);
});

test('[S4.1.7.texts] texts that the documents fix stand verbatim', () => {
  assert.is(
    diagnose('wrong-list-item', { list: 'plugins', decorator: 'Plugin' }).message,
    'plugins items must be annotated with @Plugin()',
  );
  assert.is(diagnose('invalid-uri', { uri: 'x' }).message, 'URI must have a valid scheme (e.g., file://, https://, custom://)');
  assert.is(
    diagnose('duplicate-adapter', { name: 'a', className: 'OpenapiAdapter' }).message,
    "Duplicate adapter name 'a' for OpenapiAdapter",
  );
});

test('every code is explained', () => {
  for (const [code, { explain }] of Object.entries(catalog)) {
    for (const text of [explain.cause, explain.example, explain.fix]) assert.ok(text.length > 5, code);
  }
});

test('[I2.evaluate.network] a definition that asks the network is told where to ask it, and adapters how they get their data', () => {
  const hintOf = (wantedNetwork: boolean): string => diagnose('evaluation-threw', { text: 'x', wantedNetwork }).hint ?? '';
  assert.match(hintOf(true), /A build has no network: .* an adapter reads documents in its static prepare, by io\.read\(\)/);
  assert.not.match(hintOf(false), 'network');
});

test.run();
