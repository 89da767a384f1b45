import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { markdownToHtml } from './markdown.ts';

test('[toolui.template] Markdown becomes HTML, and HTML in it stays', () => {
  const rows: readonly (readonly [markdown: string, html: string])[] = [
    ['# Sky', '<h1>Sky</h1>'],
    ['One **three** `<four>`', '<p>One <strong>three</strong> <code>&lt;four&gt;</code></p>'],
    ['```js\na < b\n```', '<pre><code class="language-js">a &lt; b\n</code></pre>'],
    ['<span data-text="output.city"></span>', '<p><span data-text="output.city"></span></p>'],
    ['snake_case_name', '<p>snake_case_name</p>'],
  ];
  for (const [markdown, html] of rows) assert.is(markdownToHtml(markdown), html);
  assert.match(markdownToHtml('a | b\n--|--\n1 | 2'), /<table>[^]*<td>1<\/td>/);
});

test.run();
