import { encode } from '@jridgewell/sourcemap-codec';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { placesIn } from './widget-places.ts';

const root = '/project';

/** A document whose script has a mapping for each of some texts, to lines 1, 2, … of a source. */
function documentOf(script: string, texts: readonly (readonly [text: string, source: number])[], unescaped = script) {
  const rows = unescaped.split('\n').map((line, row) =>
    texts.flatMap(([text, source], at): [number, number, number, number][] => {
      const column = line.indexOf(text);
      return column < 0 || unescaped.split('\n').findIndex((one) => one.includes(text)) !== row ? [] : [[column, source, at, 4]];
    }),
  );
  const map = JSON.stringify({ sources: ['src/a.ts', 'service-generated:script'], mappings: encode(rows) });
  const html = `<!doctype html><title>a</title>\n<body><script>${script}</script></body>`;
  return { html, script: { text: script, map } };
}

/** Where a text of the document is, as a violation tells it. */
function positionOf(html: string, text: string): readonly [line: number, column: number] {
  const above = html.slice(0, html.indexOf(text)).split('\n');
  return [above.length, (above.at(-1)?.length ?? 0) + 1];
}

test('[dev-page.violations] positions of the script are those of the sources, on each of its lines, escapes before them included', () => {
  const { html, script } = documentOf(
    'start();let a="\\x3c!--";u;v;\nfetch(2);mount()',
    [
      ['u;', 0],
      ['v;', 0],
      ['fetch(2)', 0],
      ['mount()', 1],
    ],
    'start();let a="<!--";u;v;\nfetch(2);mount()',
  );
  const placeOf = placesIn({ root, html, script, page: undefined });
  assert.is(placeOf(...positionOf(html, 'u;')), 'src/a.ts:1:5');
  assert.is(placeOf(...positionOf(html, 'fetch(2)')), 'src/a.ts:3:5');
  for (const [why, text] of [
    ['of a generated module', 'mount()'],
    ['before the first mapping', 'start()'],
    ['outside of the script', '<title>'],
  ] as const)
    assert.is(placeOf(...positionOf(html, text)), undefined, why);
  assert.is(
    placesIn({ root, html, script: { text: script.text, map: undefined }, page: undefined })(2, 20),
    undefined,
    'no map was asked for',
  );
});

test('[dev-page.violations] a page that its author has written has its own lines', () => {
  const { script } = documentOf('start()', [['start', 0]]);
  const html = `<!doctype html>\n<script>${script.text}</script>\n<h1>Mine</h1>\n<img src="https://elsewhere.example/a.png">`;
  const placeOf = placesIn({ root, html, script, page: '/project/src/mine.html' });
  assert.is(placeOf(...positionOf(html, '<img')), 'src/mine.html:2:1');
});

test('[dev-page.positions] a position outside of the document has no line of the sources, and is refused at once', () => {
  const { html, script } = documentOf('start()', [['start', 0]]);
  const placeOf = placesIn({ root, html, script, page: '/project/src/mine.html' });
  assert.is(placeOf(2, 15), 'src/a.ts:1:5');
  const numbers = [1e12, Number.MAX_VALUE, Infinity, -Infinity, Number.NaN, 0, -1, 1.5, 2 ** 53];
  for (const number of numbers) {
    assert.is(placeOf(number, 15), undefined, `line ${number}`);
    assert.is(placeOf(2, number), undefined, `column ${number}`);
  }
  // Columns after the end of a line are of no other line, and the document has two.
  assert.is(placeOf(1, 60), undefined);
  assert.is(placeOf(3, 1), undefined);
});

test.run();
