import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { closestName } from '../std/index.ts';
import { flagTexts, list, printPage, section, table } from './page.ts';
import { paintFor, readPaintedScreen } from './screen.ts';

const page = { width: 30, title: (text: string): string => `${text}:` };

test('[F4.help.two-screens] columns end where the longest cell ends, and texts are wrapped in theirs', () => {
  const red = paintFor({ colours: true })('red', 'fail');
  assert.is(
    table([
      [red, 'one'],
      ['x', 'two  words'],
    ]),
    `${red}  one\nx     two  words`,
  );
  assert.is(table([['name', 'some words of a text that is long']], 26), 'name  some words of a text\n      that is long');
  assert.is(table([['a name that fills the page', 'some words of a text']], 20), 'a name that fills the page  some words of a text');
  assert.is(
    table(
      [
        ['a', 'x'],
        ['longest', 'y'],
      ],
      80,
      3,
    ),
    'a    x\nlongest  y',
  );
});

test('[F4.help.two-screens] a page has no sections without rows', () => {
  assert.is(list([['a', 'b']], page), '  a  b');
  assert.is(
    printPage(['head', section('None', [], page), section('Some', [['a', 'b']], page), section('Text', '  c', page)]),
    'head\n\nSome:\n  a  b\n\nText:\n  c',
  );
});

test('[F4.help.two-screens] flags show their value, choices and default; names stand below each other', () => {
  const flags = [
    { name: 'out', short: 'o', value: 'file', summary: 'File', standard: 'x' },
    { name: 'when', value: 'when', choices: ['a', 'b'], summary: 'When' },
    { name: 'kind', value: 'a|b', choices: ['a', 'b'], summary: '', standard: 'a' },
  ];
  assert.equal(flagTexts(flags), [
    ['-o, --out <file>', 'File (default: x)'],
    ['    --when <when>', 'When: a, b'],
    ['    --kind <a|b>', '(default: a)'],
  ]);
  assert.equal(flagTexts([{ name: 'all', summary: 'All' }]), [['--all', 'All']]);
});

test('[F4.cli.colour] a screen that cannot do more has no colours and no line that is rewritten', () => {
  const tty = { isTTY: true, columns: 100 };
  assert.equal(readPaintedScreen(tty, {}, 'auto'), { isTTY: true, colours: true, width: 100, live: true });
  assert.equal(readPaintedScreen(tty, { TERM: 'dumb' }, 'auto'), { isTTY: true, colours: false, width: 100, live: false });
  assert.equal(readPaintedScreen(tty, { CI: '1' }, 'auto'), { isTTY: true, colours: true, width: 100, live: false });
  assert.equal(readPaintedScreen({ columns: 100 }, {}, 'always'), { isTTY: false, colours: true, width: 80, live: false });
});

test('a misspelt name has a closest match, an unrelated one has none', () => {
  assert.is(closestName('inputScheme', ['inputSchema', 'outputSchema']), 'inputSchema');
  assert.is(closestName('zebra', ['inputSchema', 'name']), undefined);
});

test.run();
