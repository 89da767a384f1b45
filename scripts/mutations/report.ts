import { dirname } from 'node:path';
import type { NumberedMutant } from './switch-everything.ts';
import type { Verdict } from './verdicts.ts';

interface Counts {
  mutants: number;
  equivalent: number;
  killed: number;
  survived: number;
  notRun: number;
}

export interface MutationReport extends Counts {
  readonly folders: Readonly<Record<string, Counts>>;
  readonly survivors: readonly string[];
  /** Tests that fail with no change on: a figure that lacks a judge is worth nothing. */
  readonly unfit: readonly string[];
}

const none = (): Counts => ({ mutants: 0, equivalent: 0, killed: 0, survived: 0, notRun: 0 });

export function reportOf(
  mutants: readonly NumberedMutant[],
  verdictOf: (mutant: NumberedMutant) => Verdict | undefined,
  unfit: readonly string[] = [],
): MutationReport {
  const folders: Record<string, Counts> = {};
  const [all, survivors] = [none(), new Array<string>()];
  for (const mutant of mutants) {
    const verdict = verdictOf(mutant);
    for (const counts of [all, (folders[dirname(mutant.file)] ??= none())]) {
      counts.mutants += 1;
      if (mutant.why !== undefined) counts.equivalent += 1;
      else if (verdict === undefined) counts.notRun += 1;
      else if (verdict === 'survived') counts.survived += 1;
      else counts.killed += 1;
    }
    if (mutant.why === undefined && verdict === 'survived') survivors.push(mutant.told);
  }
  return { ...all, folders, survivors, unfit };
}

/** Of those that were judged and that somebody could notice. */
export const killedShare = ({ killed, survived }: Pick<Counts, 'killed' | 'survived'>): number => killed / Math.max(killed + survived, 1);

/** For a person, and for the page that holds the last run. */
export function tableOf({ folders, survivors, unfit, ...all }: MutationReport): string {
  const row = (name: string, counts: Counts): string => {
    const { equivalent, killed, mutants, notRun, survived } = counts;
    return `| ${name} | ${mutants} | ${equivalent} | ${notRun} | ${killed} | ${survived} | ${Math.floor(100 * killedShare(counts))} % |`;
  };
  return [
    '| folder | mutants | equivalent | not run | killed | survived | killed of the judged |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...Object.entries(folders).map(([name, counts]) => row(`\`${name}\``, counts)),
    row('all', all),
    ...survivors.map((told) => `\nsurvived: ${told}`),
    ...unfit.map((file) => `\nfails with no change on: ${file}`),
  ].join('\n');
}
