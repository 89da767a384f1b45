/* `@service/plugin-dashboard` as users install it: from its tarball, with the script of its page in it. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { runProgram } from '../../scripts/testing/run-program.ts';
import { bootHttp } from '../support/boot/node.ts';
import { installPacked } from '../support/packed-project.ts';
import { projectOptions } from '../support/project-options.ts';
import { callDashboard, visit } from './dashboard-project.ts';

test('[dashboard.packed] a bundle of the packed package, type-checked, has its page and its endpoint', async () => {
  const root = mkdtempSync(join(tmpdir(), 'service-dashboard-packed-'));
  try {
    await installPacked(root);
    mkdirSync(join(root, 'src'));
    const { paths: _sources, customConditions: _condition, ...compilerOptions } = projectOptions as Record<string, unknown>;
    writeFileSync(join(root, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['src'] }));
    writeFileSync(join(root, 'package.json'), '{"name":"shown","version":"1.0.0","type":"module"}');
    const source = `import { Service, tool } from '@service/sdk';
import { DashboardPlugin } from '@service/plugins';
const ping = tool({ name: 'ping', description: 'Answers pong.' })(() => 'pong');
@Service({ info: { name: 'shown', version: '1.0.0' }, tools: [ping], plugins: [DashboardPlugin.init({ cdn: 'self' })] })
export default class Server {}
`;
    writeFileSync(join(root, 'src/main.ts'), source);
    const service = join(root, 'node_modules/@service/cli/bin/service.js');
    const built = await runProgram(process.execPath, [service, 'build', '--target', 'node'], { cwd: root });
    assert.is(built.code, 0, `${built.stdout}${built.stderr}`);
    const boot = await bootHttp({ folder: join(root, 'dist/node'), name: 'shown' });
    try {
      const server = { port: Number(new URL(boot.url).port) };
      const page = await visit(server);
      assert.ok(page.status === 200 && page.text.includes('react-flow__viewport'));
      assert.is((await callDashboard<{ readonly count: number }>(server, 'list-tools')).count, 1);
    } finally {
      await boot.stop();
    }
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});

test.run();
