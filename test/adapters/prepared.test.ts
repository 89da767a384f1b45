/* Adapters in two phases: what `prepare` makes is a constant of the bundle, and nothing that only it needs is there. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { bundleOf, copyFixture, requestOf } from '../support/compile.ts';
import { answerTo, everyWay, startProject } from '../support/ways-to-run.ts';

interface Listing {
  readonly result: { readonly tools: readonly { readonly name: string }[] };
}

async function names(url: string): Promise<readonly string[]> {
  const { result } = JSON.parse(await answerTo(url, 'tools/list')) as Listing;
  return result.tools.map(({ name }) => name);
}

for (const way of everyWay)
  test(`[A13.prepare] entries are made of what prepare returned: ${way}`, async () => {
    const { remove, root } = copyFixture('prepared');
    const server = await startProject(root, way);
    try {
      // A bundle needs no file beside it.
      if (way !== 'sources') rmSync(join(root, 'forms'), { recursive: true });
      assert.equal(await names(server.url), ['invite', 'order']);
      assert.match(await answerTo(server.url, 'tools/call', { name: 'order', arguments: { dish: 'soup' } }), /count/);
      assert.match(
        await answerTo(server.url, 'tools/call', { name: 'order', arguments: { dish: 'soup', count: 2 } }),
        /order: \{\\"dish\\":\\"soup\\",\\"count\\":2\}/,
      );
    } finally {
      await server.stop();
      remove();
    }
  });

test('[A13.bundle] prepare, what only it imports and the documents are not in the bundle', async () => {
  const { remove, root } = copyFixture('prepared');
  try {
    const { code, report } = await bundleOf(requestOf(root, 'prepared'));
    assert.not.ok(
      report.bundled.some((file) => file.includes('parse-forms')),
      report.bundled.join('\n'),
    );
    assert.ok(report.bundled.some((file) => file.includes('forms-adapter')));
    assert.not.match(code, /the-parser-of-forms|static async prepare|forms-are-utf-8/);
    assert.match(code, /Invites a guest/);
  } finally {
    remove();
  }
});

test.run();
