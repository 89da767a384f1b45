import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { pluginDoors } from './plugin-attacks.ts';
import { runPluginAttacks } from './run-plugin-attacks.ts';

test('[plugins.doors] no door leads past a hook of a plugin, and every door is one', async () => {
  const guarded = await runPluginAttacks();
  const of = (outcome: string) => (list: typeof guarded) => list.filter((one) => one.outcome === outcome).map(({ name }) => name);
  assert.equal(of('succeeded')(guarded), []);
  assert.is(
    guarded.length,
    pluginDoors.reduce((sum, { hooks }) => sum + hooks.length, 0),
  );
  assert.equal(of('refused')(await runPluginAttacks(pluginDoors, { unguarded: true })), [], 'without the hooks each door is open');
});

test.run();
