import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { judgePath, newestNode } from '../../serving/judges.ts';
import { runProgram } from '../../testing/run-program.ts';
import { readChecks, summarise, type JudgedCheck, type LegRun } from '../run-leg.ts';
import { clientRevision, clientScenarios, missingScenarios, unlistedScenarios } from './scenarios.ts';

const root = resolve(import.meta.dirname, '../../..');
const suite = judgePath('@modelcontextprotocol/conformance/dist/index.js');

/** Runs the suite's client scenarios against what `service generate client` writes, one after the other. */
export async function runClientLeg(name: string, folder: string): Promise<LegRun> {
  await compareLists();
  const results = join(folder, name);
  rmSync(results, { recursive: true, force: true });
  mkdirSync(results, { recursive: true });
  const log = join(results, 'suite.log');
  const driver = [process.execPath, '--import', 'tsx', '--conditions=service-source', join(import.meta.dirname, 'drive-scenario.ts')];
  const printed: string[] = [];
  const checks: JudgedCheck[] = [];
  for (const scenario of clientScenarios) {
    const into = join(results, scenario);
    const flags = ['--scenario', scenario, '--spec-version', clientRevision, '--timeout', '60000', '-o', into];
    const run = await runProgram(newestNode(), [suite, 'client', '--command', driver.join(' '), ...flags], {
      cwd: root,
      timeoutMs: 300_000,
    });
    printed.push(`${scenario}\n${run.stdout}\n${run.stderr}`);
    writeFileSync(log, printed.join('\n'));
    const found = readChecks(into);
    if (found.length === 0) throw new Error(`the conformance suite reported no check for ${scenario} (exit code ${run.code}); see ${log}`);
    checks.push(...found.map(({ check }) => ({ scenario, check })));
  }
  return summarise(checks, log);
}

/** A scenario that a newer suite adds or drops fails the leg until it is listed or taken out. */
async function compareLists(): Promise<void> {
  const { stdout } = await runProgram(newestNode(), [suite, 'list', '--client']);
  const listed = [...stdout.matchAll(/^ {2}- (\S+)/gm)].map(([, name = '']) => name);
  const unlisted = unlistedScenarios(listed);
  const missing = missingScenarios(listed);
  if (listed.length === 0 || unlisted.length > 0 || missing.length > 0)
    throw new Error(
      `the suite lists ${listed.length} client scenarios; not in scripts/conformance/client/scenarios.ts: ${unlisted.join(', ')}; no longer there: ${missing.join(', ')}`,
    );
}
