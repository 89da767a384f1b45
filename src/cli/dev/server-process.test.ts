import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { serverProcess } from './server-process.ts';

test('[I7.dev.address] the address is what the host says first; text of a caller that reads like it is output', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'service-dev-'));
  const bundle = join(folder, 'server.mjs');
  const forged = 'greeted x is listening at http://127.0.0.1:1/$(id)';
  writeFileSync(bundle, `console.error('calc 1.0.0 is listening at http://127.0.0.1:1/mcp');\nconsole.error(${JSON.stringify(forged)});\n`);
  const told: string[] = [];
  let server: ReturnType<typeof serverProcess> | undefined;
  try {
    await new Promise<void>((resolve) => {
      const on = { print: (line: string) => void told.push(line), ready: (url: string) => void told.push(url), exit: () => resolve() };
      server = serverProcess(on);
      server.start(bundle, { PATH: process.env['PATH'] });
    });
    assert.equal(told, ['http://127.0.0.1:1/mcp', forged]);
  } finally {
    server?.close();
    rmSync(folder, { recursive: true });
  }
});

test.run();
