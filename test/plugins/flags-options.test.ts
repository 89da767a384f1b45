/* What a build says of `@service/plugin-feature-flags`, and what of a provider's package is in a bundle. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Target } from '../../src/compiler/target.ts';
import { nodeTarget } from '../../src/targets/node/target.ts';
import { workerTarget } from '../../src/targets/worker/target.ts';
import { build, bundleOf, requestOf } from '../support/compile.ts';
import { flagsProject, providers } from './flags-project.ts';

test('[plugins.modules] a bundle holds the package of its provider and of no other; a missing one, and one that no worker has, are named', async () => {
  const fixed = flagsProject({
    name: 'flags-fixed',
    options: "{ adapter: 'static', flags: {} }",
    packages: Object.values(providers).flatMap(({ packages = [] }) => packages),
  });
  const { targets: _targets, ...launchdarkly } = providers['launchdarkly'] ?? { targets: [], options: '' };
  const missing = flagsProject({ ...launchdarkly, name: 'flags-missing', code: 'const data = { getFactory: () => ({}) };', packages: [] });
  const worker = flagsProject({ ...launchdarkly, name: 'flags-worker' });
  const findings = async (root: string, target: Target): Promise<string> =>
    (await build(requestOf(root, 'flags'), target)).diagnostics.map(({ message }) => message).join('\n');
  try {
    const { report } = await bundleOf(requestOf(fixed.root, 'flags'));
    assert.not.match(JSON.stringify(report), /launchdarkly|splitio|unleash|openfeature/i);
    assert.match(
      await findings(missing.root, nodeTarget),
      'Could not resolve "@launchdarkly/node-server-sdk": the plugin "feature-flags" imports it with the options that it was given. Install it in the project: npm install @launchdarkly/node-server-sdk',
    );
    assert.match(await findings(worker.root, workerTarget), /@launchdarkly\/node-server-sdk.*worker/s);
  } finally {
    for (const project of [fixed, missing, worker]) project.remove();
  }
});

test('[D2.flags.options] wrong options and wrong fields are found at build, each at its place', async () => {
  for (const [options, found] of [
    ['{}', /`adapter` of plugin "feature-flags": must be "static", "splitio", .*, the source of the flags/],
    ["{ adapter: 'static' }", /`flags` of plugin "feature-flags": must be given with adapter "static"/],
    ["{ adapter: 'launchdarkly', config: {} }", /`config` of plugin "feature-flags": must be an object with "sdkKey"/],
    [
      "{ adapter: 'static', flags: { beta: null } }",
      /must be true, false, a text, a number or \{ enabled, variant\? \} for each flag; "beta" has another type/,
    ],
    ["{ adapter: 'static', flags: {}, cacheTtlMs: 5 }", /only cacheStrategy "session" keeps anything so long/],
    ["{ adapter: 'static', flags: {}, cacheStrategie: 'none' }", /is no option; did you mean "cacheStrategy"/],
  ] as const) {
    const project = flagsProject({ name: 'flags-wrong', options: `${options} as never` });
    try {
      const result = await build(requestOf(project.root, 'flags-wrong'), nodeTarget);
      const texts = result.diagnostics.map(({ message, span }) => `${span?.file ?? ''}:${span?.line ?? 0} ${message}`).join('\n');
      assert.match(texts, found, texts);
    } finally {
      project.remove();
    }
  }
});

test('[plugins.fields] a field that names no flag is found at build, of a tool and of a skill', async () => {
  const project = flagsProject({
    name: 'flags-field',
    options: "{ adapter: 'static', flags: {} }",
    code: `
      const wrong = tool({ name: 'wrong', description: 'Is wrong.', featureFlag: { kye: 'beta' } })(() => 1);
      const lost = skill({ name: 'lost', description: 'Is wrong.', instructions: 'Do it.', featureFlag: true });`,
    tools: ['wrong'],
    skills: ['lost'],
  });
  try {
    const result = await build(requestOf(project.root, 'flags-field'), nodeTarget);
    const texts = result.diagnostics.map(({ message, span }) => `${span?.file ?? ''}:${span?.line ?? 0} ${message}`).join('\n');
    assert.match(texts, /main\.ts:6 .*featureFlag.*must be the key of a flag, or \{ key, defaultValue\? \}/, texts);
    assert.match(texts, /main\.ts:7 `featureFlag` of skill "lost": must be the key of a flag/, texts);
  } finally {
    project.remove();
  }
});

test.run();
