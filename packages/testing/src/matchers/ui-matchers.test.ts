import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { matchers } from './index.ts';

const html = '<main class="card wide"><h1>Oslo &amp; Rome</h1><img alt="a>b" src="data:image/png,x"><p data-of="21">clear<br></p></main>';

type Row = readonly [name: keyof typeof matchers, received: unknown, expected: readonly unknown[], pass: boolean, message: RegExp];

const tool = { name: 'now', _meta: { ui: { resourceUri: 'ui://widget/now.html' }, 'x.y/z': 1 } };

const rows: readonly Row[] = [
  ['toHaveRenderedHtml', html, [], true, /not to show HTML/],
  ['toHaveRenderedHtml', 'only text, 1 < 2', [], false, /Expected the widget to show HTML/],
  ['toContainHtmlElement', html, ['H1'], true, /not to contain <H1>/],
  ['toContainHtmlElement', '&lt;h1&gt;', ['h1'], false, /to contain <h1>/],
  ['toContainBoundValue', html, ['Oslo & Rome'], true, /not to show the value/],
  ['toContainBoundValue', html, [21], true, /not to show the value 21/],
  ['toContainBoundValue', html, ['main'], false, /to show the value 'main'/],
  ['toHaveCssClass', html, ['wide'], true, /Received: card, wide/],
  ['toHaveCssClass', html, ['car'], false, /to have the class car/],
  ['toBeXssSafe', html, [], true, /not to hold nothing that runs code/],
  ['toBeXssSafe', '<p>&lt;script&gt;</p>', [], true, /runs code/],
  ['toBeXssSafe', '<p><script>1</script></p>', [], false, /Received: <script>/],
  ['toBeXssSafe', '<img src=x onerror=alert(1)>', [], false, /onerror of <img>/],
  ['toBeXssSafe', '<a href="java\tscript:alert(1)">x</a>', [], false, /href of <a>/],
  ['toNotContainRawContent', html, ['{{'], true, /not to hold no raw/],
  ['toNotContainRawContent', 'undefined', ['undefined'], false, /to hold no raw 'undefined'/],
  ['toHaveProperHtmlStructure', html, [], true, /not to close its elements/],
  ['toHaveProperHtmlStructure', '<b><i></b></i>', [], false, /<\/b> closes nothing/],
  ['toHaveProperHtmlStructure', '<b>', [], false, /<b> is not closed/],
  ['toHaveProperHtmlStructure', 'text', [], false, /no element/],
  ['toHaveWidgetMetadata', tool, [], true, /not to name a widget/],
  ['toHaveWidgetMetadata', { name: 'plain' }, [], false, /to name a widget/],
  ['toHavePlatformMeta', tool, ['claude'], true, /not to name a widget for claude/],
  ['toHavePlatformMeta', tool, ['openai'], false, /to name a widget for openai/],
  ['toHaveMetaKey', tool, ['x.y/z'], true, /not to have the key/],
  ['toHaveMetaKey', tool, ['toString'], false, /to have the key toString/],
  ['toNotHaveMetaKey', tool, ['openai/x'], true, /not to lack the key/],
  ['toNotHaveMetaKey', tool, ['ui'], false, /to lack the key ui/],
  ['toHaveMetaValue', tool, ['ui', { resourceUri: 'ui://widget/now.html' }], true, /not to have/],
  ['toHaveMetaValue', tool, ['x.y/z', 2], false, /to have 2 at x\.y\/z/],
  ['toHaveOnlyNamespacedMeta', tool, [], true, /not to have namespaced keys/],
  ['toHaveOnlyNamespacedMeta', { _meta: { plain: 1 } }, [], false, /namespaced keys alone/],
  ['toHavePlatformMimeType', 'text/html;profile=mcp-app', ['claude'], true, /another type/],
  ['toHavePlatformMimeType', 'text/html', ['openai'], false, /Expected the type/],
  ['toHavePlatformMimeType', 'text/html;profile=mcp-app', ['gemini'], false, /gemini does not show/],
  ['toHavePlatformHtml', html, ['claude'], true, /not to show HTML in claude/],
  ['toHavePlatformHtml', { html, platform: 'strict' }, ['claude'], false, /a widget in strict/],
];

test('[T.66] each matcher of widgets holds and fails, with a message for both', () => {
  for (const [name, received, expected, pass, message] of rows) {
    const verdict = (matchers[name] as (...parameters: readonly unknown[]) => { pass: boolean; message: () => string })(
      received,
      ...expected,
    );
    assert.is(verdict.pass, pass, `${name} ${String(expected[0])}`);
    assert.match(verdict.message(), message);
  }
  assert.is(new Set(rows.map(([name]) => name)).size, 15);
});

test('[T.66] what is no widget is named', () => {
  assert.throws(() => matchers.toBeXssSafe(7), /Expected the widget of mcp\.openUI, or HTML/);
  assert.throws(() => matchers.toHaveMetaKey('text', 'ui'), /Expected a listed tool, a result/);
});

test.run();
