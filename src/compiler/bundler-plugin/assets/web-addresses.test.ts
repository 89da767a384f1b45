import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { markupAddresses, readWebAddresses } from './web-addresses.ts';

const found = (text: string): readonly string[] =>
  readWebAddresses('/a/widget.tsx', text).map(({ origin, use }) => `${use} ${origin ?? '?'}`);

test('[toolui.policy] literal addresses of code are found, others are told apart', () => {
  const rows: readonly (readonly [code: string, found: readonly string[]])[] = [
    ["fetch('https://api.example/today')", ['connect https://api.example']],
    ['fetch(`https://api.example:8443/${day}`)', ['connect https://api.example:8443']],
    [
      "const base = 'https://api.example/v1'; fetch(`${base}/today`); fetch(base + '/x')",
      ['connect https://api.example', 'connect https://api.example'],
    ],
    ["fetch(new URL('today', 'https://api.example'))", ['connect https://api.example']],
    ["new WebSocket('wss://live.example')", ['connect wss://live.example']],
    ["new EventSource('https://live.example/s')", ['connect https://live.example']],
    ['fetch(`https://${host}/today`)', ['connect ?']],
    ['fetch(`https://api.${zone}/today`)', ['connect ?']],
    ["fetch('/today'); fetch(url)", ['connect ?', 'connect ?']],
    ['<img src="https://cdn.example/a.png" />', ['resource https://cdn.example']],
    ['<img src={output.image} />', ['resource ?']],
    ['<img src={\'data:image/png;base64,AA\'} />; <Chart src={x} />; <a href="https://other.example" />', []],
    ['<iframe src="https://frame.example/" />', ['frame https://frame.example']],
    [
      'html`<img src="https://cdn.example/${name}">`; const css = \'a{background:url(https://bg.example/x)}\'',
      ['resource https://cdn.example', 'resource https://bg.example'],
    ],
  ];
  for (const [code, expected] of rows) assert.equal(found(code), expected, code);
});

test('[toolui.policy] addresses of HTML and styles are found', () => {
  const html =
    '<link rel="stylesheet" href="https://cdn.example/a.css"><style>@import "https://fonts.example/f";</style><a href="https://no.example">';
  assert.equal(
    markupAddresses(html).map(({ origin }) => origin),
    ['https://cdn.example', 'https://fonts.example'],
  );
});

test.run();
