/* Scripts that try to get out of the sandbox, or to hold it, on node and on workerd. */
import { type Context as NoContext, suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { BuiltProject, BuiltServer } from '../support/built-servers.ts';
import { run } from './codecall-project.ts';
import { canary, reachedBy } from './escape-outcome.ts';
import { escapeProject, within } from './escape-run.ts';
import { escapeScripts } from './escape-scripts.ts';
import { laterEscapeScripts } from './later-escape-scripts.ts';

interface Context extends NoContext {
  readonly project: BuiltProject;
  readonly node: BuiltServer;
  readonly worker: BuiltServer;
}
const test = suite<Context>('codecall escape');

const scripts = [...escapeScripts, ...laterEscapeScripts];
/** Milliseconds of a script. */
const timeoutMs = 600;

test.before(async (context) => {
  const project = escapeProject(timeoutMs);
  Object.assign(context, { project });
  const env = { CANARY: canary };
  Object.assign(context, { node: await project.start('node', { env }), worker: await project.start('worker', { env }) });
});
test.after(async ({ node, project, worker }) => {
  await Promise.all([node?.kill(), worker?.kill()]);
  project?.remove();
});

async function tryAll(
  server: BuiltServer,
  maxMs: number,
): Promise<{ readonly reached: readonly string[]; readonly late: readonly string[] }> {
  const [reached, late]: string[][] = [[], []];
  for (const { kind, script } of scripts) {
    const begun = performance.now();
    const outcome = await within(maxMs * 2, run(server, script));
    if (outcome === undefined) return { reached: reached ?? [], late: [`${kind}: ${script} has not ended in ${maxMs} ms`] };
    const took = performance.now() - begun;
    if (reachedBy(outcome)) reached?.push(`${kind}: ${script} => ${JSON.stringify(outcome).slice(0, 300)}`);
    if (took > maxMs) late?.push(`${kind}: ${script} took ${Math.round(took)} ms`);
  }
  return { reached: reached ?? [], late: late ?? [] };
}

test('[PX11.escape] no script reaches the host, and each ends in time, on node', async ({ node }) => {
  assert.ok(scripts.length >= 250, String(scripts.length));
  // Its time, the grace of its thread, and what a busy machine takes beside them.
  assert.equal(await tryAll(node, timeoutMs + 200 + 2500), { reached: [], late: [] });
  assert.equal((await run(node, 'return (await callTool("spotless")).spotless')).result, true);
  assert.not(node.log().includes('unhandled'), node.log());
});

test('[PX11.escape] no script reaches the host, and each ends, on workerd', async ({ worker }) => {
  assert.equal(await tryAll(worker, 15_000), { reached: [], late: [] });
  assert.equal((await run(worker, 'return (await callTool("spotless")).spotless')).result, true);
});

test('[PX11.places] a worker has no more scripts at once than its memory has room for', async ({ worker }) => {
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => run(worker, 'return callTool("wait")')));
  const refused = outcomes.filter(({ error }) => error?.message.startsWith('as many scripts run as may'));
  assert.ok(refused.length > 0 && refused.length < 8, JSON.stringify(outcomes));
  const waited = await Promise.all(Array.from({ length: 6 }, (_none, at) => run(worker, `return ${at}`)));
  assert.equal(
    waited.map(({ result }) => result),
    [0, 1, 2, 3, 4, 5],
  );
});

test.run();
