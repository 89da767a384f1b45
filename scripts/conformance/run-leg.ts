import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { judgePath, newestNode } from '../serving/judges.ts';
import { runProgram } from '../testing/run-program.ts';
import type { LegNumbers } from './legs.ts';

export interface LegRun {
  readonly numbers: LegNumbers;
  /** `scenario: check: message` of everything that failed or warned. */
  readonly complaints: readonly string[];
  /** Where the suite's own output went. */
  readonly log: string;
}

export interface Check {
  readonly id: string;
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO';
  readonly errorMessage?: string;
}

/** Runs the official suite against a served endpoint; its output goes to a file, because its last line looks like ours. */
export async function runLeg(
  leg: {
    readonly name: string;
    readonly args: readonly string[];
    /** `server` when absent. */
    readonly command?: 'server' | 'authorization';
    /** Told of what the suite prints, as it comes. */
    readonly onOutput?: (text: string) => void;
  },
  url: string,
  folder: string,
): Promise<LegRun> {
  const results = join(folder, leg.name.replaceAll(':', '-'));
  rmSync(results, { recursive: true, force: true });
  mkdirSync(results, { recursive: true });
  const cli = judgePath('@modelcontextprotocol/conformance/dist/index.js');
  const run = await runProgram(newestNode(), [cli, leg.command ?? 'server', '--url', url, ...leg.args, '-o', results], {
    cwd: results,
    timeoutMs: 600_000,
    ...(leg.onOutput === undefined ? {} : { onOutput: leg.onOutput }),
  });
  const log = join(results, 'suite.log');
  writeFileSync(log, `${run.stdout}\n${run.stderr}`);
  const checks = readChecks(results);
  if (checks.length === 0)
    throw new Error(`the conformance suite reported no check for leg ${leg.name} (exit code ${run.code}); its output is in ${log}`);
  return summarise(checks, log);
}

export interface JudgedCheck {
  readonly scenario: string;
  readonly check: Check;
}

/** The numbers of a leg, and what is to be complained of. */
export function summarise(checks: readonly JudgedCheck[], log: string): LegRun {
  const count = (status: Check['status']): number => checks.filter(({ check }) => check.status === status).length;
  return {
    numbers: { passed: count('SUCCESS'), failed: count('FAILURE'), warnings: count('WARNING'), skipped: count('SKIPPED') },
    complaints: checks
      .filter(({ check }) => check.status === 'FAILURE' || check.status === 'WARNING')
      .map(({ scenario, check }) => `${check.status} ${scenario}: ${check.id}: ${check.errorMessage ?? ''}`),
    log,
  };
}

/** `<results>/<scenario>-<time>/checks.json`, one folder a scenario; the leg's name stands before that of the suite's servers. */
export function readChecks(results: string): JudgedCheck[] {
  return readdirSync(results, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(results, entry.name, 'checks.json')))
    .flatMap(({ name }) => {
      const checks = JSON.parse(readFileSync(join(results, name, 'checks.json'), 'utf8')) as Check[];
      return checks.map((check) => ({
        scenario: name.replace(/^(?:server|authorization)-/, '').replace(/-\d{4}-\d{2}-\d{2}T.*$/, ''),
        check,
      }));
    });
}
