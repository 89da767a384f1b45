import { join } from 'node:path';
import { openBrowser } from '../../test/support/browser.ts';
import { editFile } from '../../test/support/cli/project-fixture.ts';
import { serveExample } from '../../test/support/dev-project.ts';
import { visit } from '../../test/support/page-visit.ts';
import type { Measurement } from './measurement.ts';

const saves = 10;
/** Milliseconds, on cores that do nothing else. */
const limit = 500;

/** Saves the widget of a list ten times, and waits each time until the page shows what changed. */
export async function measurePageReload(): Promise<Measurement> {
  const [browser, dev] = await Promise.all([openBrowser(), serveExample('shop')]);
  try {
    const seen = await visit(browser, dev.address);
    await seen.has('list-orders');
    await seen.page.click('.list button:has-text("list-orders")');
    await seen.page.click('.detail button[type=submit]');
    await seen.shows('Page 1 of 6');
    const file = join(dev.project, 'src/tools/list-orders.widget.ts');
    const times: number[] = [];
    const builds: number[] = [];
    let word = 'Page';
    for (let save = 0; save < saves; save++) {
      const next = `Sheet${save}`;
      const start = performance.now();
      editFile(file, (text) => text.replace(`>${word} `, `>${next} `));
      await seen.shows(`${next} 1 of 6`);
      times.push(Math.round(performance.now() - start));
      builds.push(Number((await dev.run.says(/serving \S+ \((\d+) ms\)/))[1]));
      word = next;
    }
    const [median, build] = [times, builds].map((all) => all.toSorted((a, b) => a - b)[saves / 2] ?? 0);
    const problems = median !== undefined && median > limit ? [`${median} ms are more than ${limit}`] : [];
    return { report: { medianMs: median, buildAndStartMs: build, times }, problems, holds: problems.length === 0 };
  } finally {
    await browser.close();
    await dev.end();
  }
}
