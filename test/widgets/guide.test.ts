/* The project of the guide "Show a result", type-checked and built as it stands there. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { nodeTarget } from '../../src/targets/node/target.ts';
import { analyse, build, copyFixture, fixtureRoot, requestOf } from '../support/compile.ts';
import { codeBlocksOf } from '../support/pages.ts';

test('[toolui.template] the widgets of the guide are typed by their tool, and build', async () => {
  const blocks = codeBlocksOf('docs/guide/results.md').map(({ text }) => text);
  const files = blocks.map((text) => [/^\/\/ (src\/\S+)\n/.exec(text)?.[1] ?? 'src/main.ts', text] as const);
  const tools = ['table', 'formula'];
  const imports = tools.map((name) => `import { ${name} } from './${name}.tool.ts';\n`).join('');
  const main = `${imports}${Object.fromEntries(files)['src/main.ts']}`.replace(
    'tools: [forecast]',
    `tools: [forecast, ${tools.join(', ')}]`,
  );
  const { remove, root } = copyFixture('widgets', { ...Object.fromEntries(files), 'src/main.ts': main });
  // What the author of a formula installs.
  const katex = join(root, 'src/node_modules/katex');
  mkdirSync(katex, { recursive: true });
  writeFileSync(join(katex, 'index.js'), 'export default {};');
  writeFileSync(join(katex, 'package.json'), '{ "name": "katex", "version": "0.0.0", "type": "module", "main": "index.js" }');
  try {
    const { diagnostics, output } = await build(requestOf(root, 'weather', { typeCheck: true }), nodeTarget);
    assert.equal(
      diagnostics.map(({ message, span }) => `${span?.file}:${span?.line} ${message}`),
      [],
    );
    assert.match(String(output?.files[0]?.contents), /Looking at/);
    for (const told of ['Bergen', '$$x^2$$']) assert.ok(String(output?.files[0]?.contents).includes(told), told);
  } finally {
    remove();
  }
});

test('[toolui.missing] a check that builds nothing names a widget whose file is not there, at its line', async () => {
  const { diagnostics } = await analyse(requestOf(fixtureRoot('errors/widget-missing'), 'demo'));
  const [{ code, span } = {}] = diagnostics;
  assert.equal([diagnostics.length, code, span?.file, span?.line], [1, 'widget-missing', 'src/main.ts', 3]);
});

test('[toolui.server-code] a widget that reaches a file that declares tools is not built', async () => {
  const { diagnostics, output } = await build(requestOf(fixtureRoot('errors/widget-server-code'), 'demo'), nodeTarget);
  assert.is(output, undefined);
  assert.match(diagnostics.map(({ message }) => message).join(), /takes code of the server to the browser: src\/main\.ts/);
});

test('[toolui.large] [toolui.library] a large widget and an absent library are warnings at their places', async () => {
  for (const [code, file, line] of [
    ['widget-large', 'src/main.ts', 4],
    ['widget-library', 'src/proof.widget.tsx', 2],
  ] as const) {
    const { diagnostics, output } = await build(requestOf(fixtureRoot(`errors/${code}`), 'demo'), nodeTarget);
    assert.ok(output !== undefined, code);
    assert.equal(
      diagnostics.map(({ code: told, span }) => [told, span?.file, span?.line]),
      [[code, file, line]],
    );
  }
});

test.run();
