/* A guard that is written in another way can no longer be taken out, and `npm run attacks -- --without`, which takes them all out, is not part of a test run. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { escapeProject } from '../codecall/escape-run.ts';
import { modelAttacks } from './model-attacks.ts';
import { removedGuards } from './removed-guards.ts';
import { startGuarded } from './run-guard-attacks.ts';
import { startModelled } from './run-model-attacks.ts';
import { sandboxAttacks } from './sandbox-attacks.ts';
import { lostGuards } from './take-out.ts';

test('[PX11.origin] every guard against scripts of a model stands in the bundle as it is taken out', async () => {
  const { end, server } = await startModelled({}, false);
  try {
    const guards = modelAttacks.flatMap(({ name, without }) => (without === undefined ? [] : [{ name, without }]));
    assert.ok(guards.length > 20);
    assert.equal(lostGuards(server.folder, guards), []);
  } finally {
    await end();
  }
});

test('[PX11.escape] every guard of the sandbox stands in the bundle as it is taken out', async () => {
  const project = escapeProject(600);
  try {
    for (const host of ['node', 'worker'] as const) {
      const server = await project.start(host, { request: { build: { minify: false } } });
      await server.kill();
      const guards = sandboxAttacks.filter(({ hosts = ['node'] }) => hosts[0] === host);
      assert.ok(guards.length > 5);
      assert.equal(lostGuards(server.folder, guards), []);
    }
  } finally {
    project.remove();
  }
});

test('[plugins.guards] every guard of approvals and flags stands in the bundle as it is taken out', async () => {
  const { end, scene } = await startGuarded({}, false);
  try {
    for (const [name, { folder }] of [
      ['guarded', scene.one],
      ['paged', scene.pages.one],
    ] as const)
      assert.equal(
        lostGuards(
          folder,
          removedGuards.filter(({ server }) => server === name),
        ),
        [],
      );
  } finally {
    await end();
  }
});

test.run();
