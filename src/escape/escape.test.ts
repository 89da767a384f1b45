import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { parse } from 'smol-toml';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { hostileText } from '../../test/support/hostile-text.ts';
import {
  commentLines,
  lineComment,
  memberName,
  propertyName,
  singleQuoted,
  stringLiteral,
  templatePart,
  valueExpression,
} from './javascript.ts';
import { markdownCode, markdownLine } from './markdown.ts';
import { tomlString } from './toml.ts';

const run = (source: string): unknown => runInNewContext(source, {}) as unknown;
const many = { numRuns: 1000 };
const wellFormed = (text: string): string => text.replaceAll(/\p{Surrogate}/gu, '\uFFFD');

test('[X.generated.escape] literals of JavaScript hold the text', () => {
  fc.assert(
    fc.property(hostileText(), (text) => {
      assert.is(run(stringLiteral(text)), text);
      assert.is(run(singleQuoted(text)), text);
      assert.is(run(`\`${templatePart(text)}\``), text);
      assert.is(run(`Object.keys({ ${memberName(text)}: 1 })[0]`), text);
      if (text !== '__proto__') assert.is(run(`Object.keys({ ${propertyName(text)}: 1 })[0]`), text);
    }),
    many,
  );
});

test('[X.generated.escape] text in Markdown stays in its line and in its code', () => {
  fc.assert(
    fc.property(hostileText(), (text) => {
      // oxlint-disable-next-line no-control-regex
      assert.not.match(markdownLine(text), /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u2028-\u202e]/);
      const [, fence = '', held = ''] = /^(`+)(.*)\1$/s.exec(markdownCode(text)) ?? [];
      assert.not.ok(held.match(/`+/g)?.includes(fence), 'what is between the fences does not close them');
      assert.ok(!held.startsWith('`') && !held.endsWith('`'));
    }),
    many,
  );
  assert.equal(
    [markdownCode('add'), markdownCode('a\n## To do'), markdownCode('`'), markdownCode('')],
    ['`add`', '`a ## To do`', '`` ` ``', '`  `'],
  );
});

test('[X.generated.escape] single quotes escape themselves and no double ones', () => {
  assert.is(singleQuoted(`a"b'c\\`), `'a"b\\'c\\\\'`);
});

test('[X.generated.escape] values of JavaScript hold what JSON holds', () => {
  fc.assert(
    fc.property(fc.dictionary(hostileText(), fc.oneof(hostileText(), fc.dictionary(hostileText(), hostileText()))), (value) => {
      for (const indent of [0, 2]) assert.is(run(`JSON.stringify(${valueExpression(value, indent)})`), JSON.stringify(value));
    }),
    many,
  );
});

test('[X.generated.escape] no text ends a comment', () => {
  for (const text of ['**//', '*/', '***///', '*/ process.exit() /*']) assert.is(run(`/** ${commentLines(text).join('\n')} */ 7`), 7, text);
  fc.assert(
    fc.property(hostileText(), (text) => {
      assert.is(run(`/** ${commentLines(text).join('\n * ')} */ 7`), 7);
      assert.is(run(`// ${lineComment(text)}\n7`), 7);
      assert.is(lineComment(text).split(/[\n\r\u2028\u2029]/).length, 1);
    }),
    many,
  );
});

test('[X.generated.escape] a string of TOML holds the text', () => {
  fc.assert(
    fc.property(hostileText(), (text) => {
      assert.equal(Object.entries(parse(`a = ${tomlString(text)}\nb = 1\n`)), [
        ['a', wellFormed(text)],
        ['b', 1],
      ]);
    }),
    many,
  );
});

test.run();
