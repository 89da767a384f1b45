import { readFlags, stop } from './read-flags.ts';

const stores = ['memory', 'redis', 'sqlite'] as const;
const { values } = readFlags('attacks', {
  options: {
    json: { type: 'boolean', default: false },
    store: { type: 'string' },
    only: { type: 'string' },
    without: { type: 'boolean', default: false },
  },
});
/**
 * `--store memory`: only the attacks on signing in, on that store. `--only guards`: only those on approvals and flags; `--only model-origin`: only
 * those of scripts that a model has written. With `--without` each of their guards is taken out instead, when its attacks must get through.
 */
const { json, only: group, store: only, without } = values;
if (group !== undefined && group !== 'guards' && group !== 'model-origin') stop('attacks', '--only takes guards or model-origin');
if (group !== undefined && only !== undefined) stop('attacks', '--store belongs to the attacks on signing in, and --only leaves them out');
if (without && group === undefined) stop('attacks', '--without belongs to --only');
if (only !== undefined && !stores.some((store) => store === only)) stop('attacks', `--store takes one of ${stores.join(', ')}`);

if (without && group === 'model-origin') {
  const { judgeModelRemovals } = await import('../test/attacks/judge-model-removals.ts');
  process.exit((await judgeModelRemovals(json)) ? 0 : 1);
}
if (without) {
  const { judgeRemovals } = await import('../test/attacks/judge-removals.ts');
  process.exit((await judgeRemovals(json)) ? 0 : 1);
}

// Loaded once the flags are right: with them come a compiler and the clients.
const { runArchiveAttacks } = await import('../test/attacks/archive-attacks.ts');
const { runAudienceAttacks } = await import('../test/attacks/run-audience-attacks.ts');
const { runAttacks } = await import('../test/attacks/run-attacks.ts');
const { runCallerAttacks } = await import('../test/attacks/run-caller-attacks.ts');
const { runCredentialAttacks } = await import('../test/attacks/run-credential-attacks.ts');
const { runDashboardAttacks } = await import('../test/attacks/run-dashboard-attacks.ts');
const { runFunctionAttacks } = await import('../test/attacks/run-function-attacks.ts');
const { runForeignFileAttacks } = await import('../test/attacks/foreign-file-attacks.ts');
const { runForeignPackageAttacks } = await import('../test/attacks/foreign-package-attacks.ts');
const { runForeignProjectAttacks } = await import('../test/attacks/foreign-project-attacks.ts');
const { runFolderAttacks } = await import('../test/attacks/run-folder-attacks.ts');
const { runGuardAttacks } = await import('../test/attacks/run-guard-attacks.ts');
const { runInstanceAttacks } = await import('../test/attacks/run-instance-attacks.ts');
const { runModelAttacks } = await import('../test/attacks/run-model-attacks.ts');
const { runNodeAttacks } = await import('../test/attacks/run-node-attacks.ts');
const { runOutsideWriteAttacks } = await import('../test/attacks/outside-write-attacks.ts');
const { runOwnPageAttacks } = await import('../test/attacks/run-own-page-attacks.ts');
const { runPairAttacks } = await import('../test/attacks/run-pair-attacks.ts');
const { runEdgeSignInAttacks, runSignInAttacks } = await import('../test/attacks/run-sign-in-attacks.ts');
const { runPluginAttacks } = await import('../test/attacks/run-plugin-attacks.ts');
const { runSandboxAttacks } = await import('../test/attacks/run-sandbox-attacks.ts');
const { runSkillAttacks } = await import('../test/attacks/run-skill-attacks.ts');
const { runSkillFileAttacks } = await import('../test/attacks/skill-file-attacks.ts');
const { runTerminalAttacks } = await import('../test/attacks/terminal-attacks.ts');
const { runTotalAttacks } = await import('../test/attacks/run-total-attacks.ts');
const { runWidgetAttacks } = await import('../test/attacks/run-widget-attacks.ts');
const { runWorkAttacks } = await import('../test/attacks/run-work-attacks.ts');

const attacks =
  only === undefined && group === undefined
    ? [
        ...(await runAttacks()).attacks,
        ...(await runCredentialAttacks()),
        ...(await runCallerAttacks()),
        ...(await runOwnPageAttacks()),
        ...(await runNodeAttacks()),
        ...(await runFunctionAttacks()),
        ...(await runArchiveAttacks()),
        ...(await runForeignFileAttacks()),
        ...(await runForeignPackageAttacks()),
        ...(await runForeignProjectAttacks()),
        ...(await runOutsideWriteAttacks()),
        ...(await runPluginAttacks()),
        ...(await runDashboardAttacks('node')),
        ...(await runDashboardAttacks('worker')),
        ...(await runSkillAttacks()),
        ...(await runSkillFileAttacks()),
        ...(await runTerminalAttacks()),
        ...(await runEdgeSignInAttacks()),
        ...(await runAudienceAttacks()),
        ...(await runWidgetAttacks()),
        ...(await runWorkAttacks()),
        ...(await runTotalAttacks()),
        ...(await runFolderAttacks()),
      ]
    : [];
for (const store of stores)
  for (const instances of [1, 2] as const)
    if (only === undefined && group !== 'model-origin') attacks.push(...(await runGuardAttacks({ store, instances })));
if (only === undefined && group !== 'guards') {
  attacks.push(...(await runSandboxAttacks()));
  for (const run of [{}, { store: 'redis' }, { host: 'worker' }] as const) attacks.push(...(await runModelAttacks(run)));
}
for (const store of ['redis', 'sqlite', 'filesystem', 'http-kv'] as const)
  if (only === undefined && group === undefined) attacks.push(...(await runPairAttacks(store)), ...(await runInstanceAttacks(store)));
for (const store of stores)
  if (group === undefined && (only === undefined || only === store)) attacks.push(...(await runSignInAttacks(store)));
const succeeded = attacks.filter(({ outcome }) => outcome === 'succeeded').length;
if (json) console.log(JSON.stringify({ attempted: attacks.length, succeeded, attacks }, null, 2));
else {
  for (const { advisory, name, outcome, target } of attacks) console.log(`${outcome.padEnd(9)} ${target}: ${name} (${advisory})`);
  console.log(`${attacks.length} attempted, ${succeeded} succeeded`);
}
process.exitCode = succeeded === 0 ? 0 : 1;
