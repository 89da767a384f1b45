/* What plugins cost: a bundle has the code for the hooks that their classes have, and for no others. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { bundleOf, requestOf } from '../support/compile.ts';
import { codeBlocksOf } from '../support/pages.ts';
import { pluginProject } from './plugin-project.ts';

/** What the plugin of the guide may add to a server without plugins. */
const timingBudget = 1_000;

async function built(main: string) {
  const project = pluginProject('timed', main);
  try {
    return await bundleOf(requestOf(project.root, 'timed'));
  } finally {
    project.remove();
  }
}

const names = ({ report }: Awaited<ReturnType<typeof built>>): readonly string[] => report.features.map(({ name }) => name);

test('[plugins.planned] a plugin that measures calls adds its hook and nothing of the other hooks', async () => {
  const timing = codeBlocksOf('docs/guide/plugins.md').find(({ text }) => text.includes('class Timing'))?.text ?? '';
  const without = await built(timing.replace(', plugins: [Timing.init({ slowMs: 200 })]', ''));
  const timed = await built(timing);
  assert.equal(
    names(timed).filter((name) => !names(without).includes(name)),
    ['plugins'],
  );
  const added = timed.report.gzipBytes - without.report.gzipBytes;
  assert.ok(added > 0 && added <= timingBudget, `${added} bytes`);
});

test.run();
