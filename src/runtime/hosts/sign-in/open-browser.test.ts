import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openBrowser } from './open-browser.ts';

test('the page is opened by the program of the system, which gets its address as one argument', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'service-browser-'));
  const path = process.env['PATH'];
  try {
    for (const name of ['xdg-open', 'open'])
      writeFileSync(join(folder, name), `#!/bin/sh\nprintf %s "$#:$1" > "${folder}/part" && /bin/mv "${folder}/part" "${folder}/told"\n`, {
        mode: 0o755,
      });
    process.env['PATH'] = folder;
    openBrowser('https://example.org/authorize?a=b&c=$(d)');
    while (!existsSync(join(folder, 'told'))) await new Promise((resolve) => setTimeout(resolve, 5));
    assert.is(readFileSync(join(folder, 'told'), 'utf8'), '1:https://example.org/authorize?a=b&c=$(d)');
  } finally {
    process.env['PATH'] = path;
    rmSync(folder, { recursive: true });
  }
});

test.run();
