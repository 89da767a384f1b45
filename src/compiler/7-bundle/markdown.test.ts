import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { markdownToHtml } from './markdown.ts';

test('[toolui.template] Markdown becomes HTML', () => {
  const rows: readonly (readonly [markdown: string, html: string])[] = [
    ['# Sky', '<h1>Sky</h1>'],
    ['One *two* **three** `<four>` and\nfive', '<p>One <em>two</em> <strong>three</strong> <code>&lt;four&gt;</code> and\nfive</p>'],
    ['- a\n- b\n  - c', '<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul>'],
    ['1. a\n2. b', '<ol><li>a</li><li>b</li></ol>'],
    ['> said', '<blockquote><p>said</p></blockquote>'],
    ['```js\na < b\n```', '<pre><code class="language-js">a &lt; b</code></pre>'],
    ['a | b\n--|--\n1 | 2', '<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>'],
    [
      '[site](https://a.example) ![x](https://a.example/x.png)',
      '<p><a href="https://a.example">site</a> <img alt="x" src="https://a.example/x.png"></p>',
    ],
    ['<span data-text="output.city"></span>\n\n---', '<span data-text="output.city"></span>\n<hr>'],
    ['snake_case_name', '<p>snake_case_name</p>'],
    ['| only', '<p>| only</p>'],
  ];
  for (const [markdown, html] of rows) assert.is(markdownToHtml(markdown), html);
});

test.run();
