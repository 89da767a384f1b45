import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { printDiff } from '../setup/print-diff.ts';
import { mergeEntry } from './merge-entry.ts';

const value = { url: 'http://127.0.0.1:3000/mcp', transport: 'http' };
const merge = (text: string, readsComments = true, key = 'calc'): string => mergeEntry(text, { key, value, readsComments });
const failure = (text: string, readsComments = false): string => {
  try {
    return `merged: ${merge(text, readsComments)}`;
  } catch (error) {
    return String(error);
  }
};
/** The entry as it stands at a depth, with the step and the line ends of the file. */
const entry = (indent: string, step = '  ', eol = '\n'): string =>
  ['"calc": {', `${step}"url": "http://127.0.0.1:3000/mcp",`, `${step}"transport": "http"`, '}'].join(eol + indent);
const compact = '"calc":{"url":"http://127.0.0.1:3000/mcp","transport":"http"}';
const others = '"other": {\n      "command": "x", // how it starts\n      "big": 12345678901234567890, "e": 1.0e3\n    }';

/** What clients' files look like: the text before, and after. */
const files: readonly (readonly [what: string, before: string, after: string])[] = [
  ['an empty file', '', `{\n  "mcpServers": {\n    ${entry('    ')}\n  }\n}\n`],
  ['comments alone', '// none yet', `// none yet\n{\n  "mcpServers": {\n    ${entry('    ')}\n  }\n}\n`],
  ['an empty object', '{}', `{\n  "mcpServers": {\n    ${entry('    ')}\n  }\n}`],
  [
    'other settings and comments',
    '{\n  // theme\n  "theme": "dark" /* for now */\n}\n',
    `{\n  // theme\n  "theme": "dark", /* for now */\n  "mcpServers": {\n    ${entry('    ')}\n  }\n}\n`,
  ],
  [
    'other servers',
    `{\n  "mcpServers": {\n    ${others} // the last\n  },\n  "a":   1\n}`,
    `{\n  "mcpServers": {\n    ${others}, // the last\n    ${entry('    ')}\n  },\n  "a":   1\n}`,
  ],
  [
    'a trailing comma',
    '{\n  "mcpServers": {\n    "a": {},\n  },\n}\n',
    `{\n  "mcpServers": {\n    "a": {},\n    ${entry('    ')}\n  },\n}\n`,
  ],
  [
    'CRLF, a byte order mark and tabs',
    '\uFEFF{\r\n\t"mcpServers": {\r\n\t\t"a": {}\r\n\t}\r\n}\r\n',
    `\uFEFF{\r\n\t"mcpServers": {\r\n\t\t"a": {},\r\n\t\t${entry('\t\t', '\t', '\r\n')}\r\n\t}\r\n}\r\n`,
  ],
  [
    'four spaces and an empty list of servers',
    '{\n    "mcpServers": {}\n}',
    `{\n    "mcpServers": {\n        ${entry('        ', '    ')}\n    }\n}`,
  ],
  ['one line', '{"a":1,"mcpServers":{"b":{}}}', `{"a":1,"mcpServers":{"b":{},${compact}}}`],
  [
    'an old entry between others',
    '{\n  "mcpServers": {\n    "a": {},\n    "calc": { "command": "old", // gone\n "env": {} },\n    "b": {}\n  }\n}',
    `{\n  "mcpServers": {\n    "a": {},\n    ${entry('    ')},\n    "b": {}\n  }\n}`,
  ],
  [
    'servers under the name that VS Code gives them',
    '{\n  "inputs": [],\n  "servers": {}\n}\n',
    '{\n  "inputs": [],\n  "servers": {\n    "calc": {\n      "type": "http",\n      "url": "http://127.0.0.1:3000/mcp"\n    }\n  }\n}\n',
  ],
  [
    'a comment at the end of a line that the list ends behind',
    '{ "mcpServers": { "a": {} // last\n} }',
    `{ "mcpServers": { "a": {}, // last\n  ${entry('  ')}\n} }`,
  ],
];

test('[eject.merge] twelve files keep everything that is not ours, byte for byte, and a second run changes nothing', () => {
  assert.is(files.length, 12);
  for (const [what, before, after] of files) {
    assert.is(merge(before), after, what);
    assert.is(merge(after), after, `${what}, again`);
  }
});

test('[eject.merge] names that JSON must escape, and a file of a megabyte', () => {
  for (const key of ['a"b\n', '__proto__', 'constructor', '../x', '$(id)'])
    assert.is(merge('{"mcpServers":{"z":1}}', false, key), `{"mcpServers":{"z":1,${JSON.stringify(key)}:${JSON.stringify(value)}}}`);
  const rest = Array.from({ length: 12_000 }, (_, at) => `    "server-${at}": { "url": "https://example.com/${at}", "disabled":true }`);
  const large = `{\n  "mcpServers": {\n${rest.join(',\n')}\n  }\n}\n`;
  assert.ok(large.length > 900_000);
  const merged = merge(large, false);
  assert.is(merged, large.replace(/\n  }\n}\n$/, `,\n    ${entry('    ')}\n  }\n}\n`));
  assert.is(printDiff({ path: 'mcp.json', before: large, after: merged }).split('\n').length, 11);
});

test('[eject.refuses] invalid JSON for the client, a file without an object, and a key that occurs twice are refused', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['{ "a": 1', 'UnusableFile: is not valid JSON: CloseBraceExpected at line 1, column 9'],
    ['{\n  // theme\n}', 'UnusableFile: is not valid JSON: InvalidCommentToken at line 2, column 3'],
    ['{ "a": 1, }', 'UnusableFile: is not valid JSON: PropertyNameExpected at line 1, column 11'],
    ['[]', 'UnusableFile: holds no JSON object'],
    ['"text"', 'UnusableFile: holds no JSON object'],
    ['{ "mcpServers": [] }', 'UnusableFile: holds no object under mcpServers'],
    ['{ "mcpServers": {}, "mcpServers": {} }', 'UnusableFile: names "mcpServers" twice in one object'],
    ['{ "mcpServers": { "calc": 1, "calc": 2 } }', 'UnusableFile: names "calc" twice in one object'],
    ['['.repeat(100_000), 'UnusableFile: is not valid JSON: nested too deeply'],
    ['{ "a": 1 } { }', 'UnusableFile: is not valid JSON: EndOfFileExpected at line 1, column 12'],
  ];
  for (const [text, expected] of cases) assert.is(failure(text), expected);
});

test.run();
