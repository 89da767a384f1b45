import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { hostileText } from '../../../test/support/hostile-text.ts';
import { isPlainWord, shellWord, oneLine, paintedText, terminalJson, terminalText } from './text.ts';

const many = { numRuns: 1000 };
const wellFormed = (text: string): string => text.replaceAll(/\p{Surrogate}/gu, '\uFFFD');

test('[X.generated.escape] a word of a shell is one word', () => {
  fc.assert(
    fc.property(hostileText(), (given) => {
      // No program takes a NUL in an argument, and none takes half a character.
      const text = wellFormed(given).replaceAll('\u0000', '');
      const { stdout } = spawnSync('sh', ['-c', `printf '%s.' ${shellWord(text)}`], { encoding: 'utf8' });
      assert.is(stdout, `${text}.`);
    }),
    { numRuns: 60 },
  );
  assert.is(isPlainWord('notes/add-note'), true);
  for (const word of ['$(x)', 'a b', '`x`', 'a;b', 'a\nb', '', "a'b", '~x', '!x', 'a*', '=a']) assert.is(isPlainWord(word), false, word);
});

test('[X.generated.terminal] foreign text cannot steer a terminal; our own colours stay', () => {
  assert.is(paintedText('\r\n\u001B[31mred\u001B[39m\r\n\tx'), '\n\u001B[31mred\u001B[39m\n\tx');
  assert.is(terminalText('\u001B[31mred\r\n\tx'), '\\u{1b}[31mred\n\tx');
  assert.is(oneLine(' \u001B[31mred\r\n\u2028\tx\r'), '\\u{1b}[31mred x');
  assert.is(terminalText('\u001B]0;title\u0007\u202Eabc\r'), '\\u{1b}]0;title\\u{7}\\u{202e}abc\\u{d}');
  const tags = '\u{e0070}\u{e0061}\u{e0079}';
  assert.is(terminalText(`ad\u200bd${tags}\u2060\ufeff\u3164`), 'ad\\u{200b}d\\u{e0070}\\u{e0061}\\u{e0079}\\u{2060}\\u{feff}\\u{3164}');
  assert.is(terminalText('ad\u200dd\u200c'), 'ad\\u{200d}d\\u{200c}');
  for (const seen of ['👩\u200d👩\u200d👧', '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645', 'é 漢字'])
    assert.is(terminalText(seen), seen);
  assert.is(JSON.parse(terminalJson(JSON.stringify(tags))), tags);
  fc.assert(
    fc.property(hostileText(), (text) => {
      // oxlint-disable-next-line no-control-regex
      const shown = terminalText(text) + paintedText(text).replaceAll(/\u001B\[\d+m/g, '');
      // oxlint-disable-next-line no-control-regex
      assert.not.match(shown, /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E]/);
    }),
    many,
  );
});

test('[X.generated.terminal] JSON means the same and steers no terminal', () => {
  fc.assert(
    fc.property(fc.dictionary(hostileText(), hostileText()), (value) => {
      for (const indent of [0, 2]) {
        const json = terminalJson(JSON.stringify(value, undefined, indent));
        assert.equal(JSON.parse(json), JSON.parse(JSON.stringify(value)));
        // oxlint-disable-next-line no-control-regex
        assert.not.match(json, /[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/);
      }
    }),
    many,
  );
  assert.is(terminalJson('"\u009b\u202e"'), '"\\u009b\\u202e"');
});

test.run();
