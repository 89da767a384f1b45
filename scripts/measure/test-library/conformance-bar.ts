import { join, resolve } from 'node:path';
import { readChecks, summarise } from '../../conformance/run-leg.ts';
import { judgePath, newestNode } from '../../serving/judges.ts';
import { runProgram } from '../../testing/run-program.ts';

const root = resolve(import.meta.dirname, '../../..');
const suite = judgePath('@modelcontextprotocol/conformance/dist/index.js');

/** Scenarios of the suite, with the revision that each is judged at. */
const scenarios = {
  initialize: '2025-06-18',
  tools_call: '2025-06-18',
  'elicitation-sep1034-client-defaults': '2025-11-25',
} as const;
export type ClientScenario = keyof typeof scenarios;

export interface ConformanceResult {
  readonly ok: boolean;
  readonly scenarios: Readonly<Record<string, object>>;
}

/** The official suite's client scenarios against the client that tests get as `mcp`. */
export async function conformanceBar(folder: string): Promise<ConformanceResult> {
  const driver = [process.execPath, '--import', 'tsx', '--conditions=service-source', join(import.meta.dirname, 'drive-scenario.ts')];
  const found: Record<string, object> = {};
  let ok = true;
  for (const [scenario, revision] of Object.entries(scenarios)) {
    const flags = ['--scenario', scenario, '--spec-version', revision, '--timeout', '60000', '-o', join(folder, scenario)];
    const run = await runProgram(newestNode(), [suite, 'client', '--command', driver.join(' '), ...flags], {
      cwd: root,
      timeoutMs: 300_000,
    });
    const checks = readChecks(join(folder, scenario)).map(({ check }) => ({ scenario, check }));
    const result = summarise(checks, '');
    found[scenario] = checks.length === 0 ? { output: `${run.stdout}${run.stderr}`.slice(-2000) } : result;
    ok &&= checks.length > 0 && checks.every(({ check }) => check.status !== 'FAILURE');
  }
  return { ok, scenarios: found };
}
