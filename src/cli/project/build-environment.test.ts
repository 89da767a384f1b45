import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { loadProject } from '../../config/load-project.ts';
import { buildEnvironment } from './open-project.ts';

test('[setup.build-variables] env of a deployment is over env.shared and under .env, and only for that deployment', async () => {
  const root = mkdtempSync(join(tmpdir(), 'service-environment-'));
  try {
    const config = {
      name: 'weather',
      env: { shared: { A: 'shared', B: 'shared', C: 'shared' } },
      build: { env: ['D'] },
      deployments: [{ target: 'node', env: { B: 'node', C: 'node' } }, { target: 'worker' }],
    };
    writeFileSync(join(root, 'service.config.json'), JSON.stringify(config));
    writeFileSync(join(root, '.env'), 'C=file\n');
    const project = await loadProject({ cwd: root, env: {}, flags: {}, targets: [] });
    const [node, worker] = project.deployments;
    const shell = { A: 'shell', D: 'shell' };
    assert.equal(buildEnvironment(project, shell, node), { A: 'shared', B: 'node', C: 'file', D: 'shell' });
    assert.equal(buildEnvironment(project, shell, worker), { A: 'shared', B: 'shared', C: 'file', D: 'shell' });
    assert.equal(project.warnings, []);
  } finally {
    rmSync(root, { recursive: true });
  }
});

test.run();
