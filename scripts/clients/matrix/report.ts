import type { LegName } from './clients.ts';
import { knownFaults, type KnownFault } from './known-faults.ts';
import type { LegResult } from './run-matrix.ts';

export interface LegReport {
  readonly passed: number;
  /** Failures that are ours. */
  readonly failed: number;
  /** Reasons of failures that are the client's. */
  readonly theirs: readonly string[];
}

export type MatrixReport = Readonly<Record<string, Readonly<Partial<Record<LegName, LegReport>>>>>;

export interface JudgedLeg extends LegReport {
  /** `scenario: problem` of what is ours. */
  readonly problems: readonly string[];
}

/** Sorts failures into ours and the client's. A known fault that no longer shows is stale, and counts as ours. */
export function judgeLeg({ client, leg, outcomes }: LegResult, faults: readonly KnownFault[] = knownFaults): JudgedLeg {
  const own = faults.filter((fault) => fault.client === client && (fault.legs?.includes(leg) ?? true));
  const failures = outcomes.filter(({ problem }) => problem !== undefined);
  const faultOf = ({ scenario, problem = '' }: LegResult['outcomes'][number]): KnownFault | undefined =>
    own.find((fault) => fault.scenario === scenario && problem.includes(fault.problem));
  const seen = new Set(failures.map(faultOf).filter((fault) => fault !== undefined));
  const problems = [
    ...failures.filter((failure) => faultOf(failure) === undefined).map(({ scenario, problem }) => `${scenario}: ${problem}`),
    ...own
      .filter((fault) => !seen.has(fault))
      .map(({ scenario }) => `${scenario}: is listed as a known fault and does not show; remove it`),
  ];
  return {
    passed: outcomes.length - failures.length,
    failed: problems.length,
    theirs: [...seen].map(({ scenario, reason }) => `${scenario}: ${reason}`),
    problems,
  };
}

export function reportOf(results: readonly LegResult[]): MatrixReport {
  const report: Record<string, Partial<Record<LegName, LegReport>>> = {};
  for (const result of results) {
    const { passed, failed, theirs } = judgeLeg(result);
    report[result.client] = { ...report[result.client], [result.leg]: { passed, failed, theirs } };
  }
  return report;
}
