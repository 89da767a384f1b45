/* `@service/plugin-remember` and `@service/plugins` as users install them: from their tarballs, built by the packed command line. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { runProgram } from '../../scripts/testing/run-program.ts';
import { bootHttp } from '../support/boot/node.ts';
import { installPacked } from '../support/packed-project.ts';
import { projectOptions } from '../support/project-options.ts';
import { ada, bob, keys, rememberSource, userOf } from './remember-project.ts';

test('[D2.remember.packed] bundles of the packed packages remember, type-checked, with the plugin alone and with the umbrella', async () => {
  const root = mkdtempSync(join(tmpdir(), 'service-remember-packed-'));
  try {
    await installPacked(root);
    mkdirSync(join(root, 'src'));
    const { paths: _sources, customConditions: _condition, ...compilerOptions } = projectOptions as Record<string, unknown>;
    writeFileSync(join(root, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['src'] }));
    writeFileSync(join(root, 'package.json'), '{"name":"memories","version":"1.0.0","type":"module"}');
    for (const from of ['@service/plugin-remember', '@service/plugins']) {
      const source = rememberSource({ options: '{ tools: { enabled: true } }' }).replace('@service/plugin-remember', from);
      writeFileSync(join(root, 'src/main.ts'), source);
      const service = join(root, 'node_modules/@service/cli/bin/service.js');
      const built = await runProgram(process.execPath, [service, 'build', '--target', 'node'], { cwd: root });
      assert.is(built.code, 0, `${built.stdout}${built.stderr}`);
      const boot = await bootHttp({ folder: join(root, 'dist/node'), name: 'memories', env: { KEYS: keys } });
      try {
        const { pathname, port } = new URL(boot.url);
        const server = { port: Number(port), path: pathname };
        await userOf(server, ada).call('remember_this', { key: 'from', value: from });
        assert.equal(await userOf(server, ada).use('get', 'from'), { value: from });
        assert.equal(await userOf(server, bob).use('get', 'from'), { value: null });
      } finally {
        await boot.stop();
      }
    }
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});

test.run();
