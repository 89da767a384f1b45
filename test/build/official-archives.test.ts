/* Archives of whole servers, judged by the tool that hosts take them from. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readArchive } from '../../src/cli/mcpb/read-archive.ts';
import { checkArchive } from '../../src/cli/mcpb/check-archive.ts';
import { build, writeScratch } from '../../src/compiler/index.ts';
import { mcpbTarget } from '../../src/targets/mcpb/target.ts';
import { copyProject, requestOf } from '../support/compile.ts';

const root = join(import.meta.dirname, '../..');
const tool = join(root, 'tools/judges/node_modules/@anthropic-ai/mcpb/dist/cli/cli.js');
const projects = [
  ...readdirSync(join(root, 'examples')).map((name) => `examples/${name}`),
  ...['basic', 'full'].map((name) => `src/templates/${name}`),
];

test('[mcpb.official-tool] archives of every example and every template', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'service-archives-'));
  try {
    for (const path of projects) {
      const name = path.split('/').at(-1) ?? '';
      const copy = copyProject(join(root, path));
      const request = requestOf(copy.root, name);
      const result = await build(request, mcpbTarget);
      const archive = result.output?.files[0];
      assert.ok(archive !== undefined, `${path}: ${result.diagnostics.map(({ message }) => message).join(', ')}`);
      await writeScratch(request, result, join(folder, name));
      copy.remove();
      assert.equal(await checkArchive(Buffer.from(archive.contents)), [], path);
      assert.is(readArchive(Buffer.from(archive.contents))[0]?.path, 'manifest.json');
      const unpacked = join(folder, `${name}-unpacked`);
      await execa(process.execPath, [tool, 'unpack', join(folder, name, archive.path), unpacked]);
      const judged = await execa(process.execPath, [tool, 'validate', join(unpacked, 'manifest.json')]);
      assert.match(judged.stdout, /Manifest schema validation passes!/);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test.run();
