import type { Maker, PerMaker } from '../servers/makers.ts';

/** One number of every maker that has it. */
export interface Metric {
  readonly name: string;
  readonly unit: string;
  readonly values: PerMaker<number>;
  /** What `bare` is where it is no bare server. */
  readonly bareIs?: string;
  readonly bars?: readonly Bar[];
}

/** At most `limit`: of ours itself, or of ours in proportion to another's. */
export interface Bar {
  readonly of: 'ours' | 'bare' | 'sdk2';
  readonly limit: number;
}

/** One row of `npm run bench -- --json`. */
export interface MetricRow {
  readonly name: string;
  readonly ours: number | null;
  readonly unit: string;
  readonly bare: number | null;
  readonly sdk1: number | null;
  readonly sdk2: number | null;
  readonly ratioToBare: number | null;
  readonly ratioToSdk2: number | null;
}

/** Three digits are what these numbers are worth. */
export const rounded = (value: number | undefined): number | null =>
  value === undefined || !Number.isFinite(value) ? null : Number(value.toPrecision(3));

export const ratio = ({ values }: Metric, to: Maker): number | undefined =>
  values.ours === undefined || values[to] === undefined ? undefined : values.ours / values[to];

export const rowOf = (metric: Metric): MetricRow => ({
  name: metric.name,
  ours: rounded(metric.values.ours),
  unit: metric.unit,
  bare: rounded(metric.values.bare),
  sdk1: rounded(metric.values.sdk1),
  sdk2: rounded(metric.values.sdk2),
  ratioToBare: rounded(ratio(metric, 'bare')),
  ratioToSdk2: rounded(ratio(metric, 'sdk2')),
});

/** A bar with what was reached. */
export interface Verdict {
  readonly metric: string;
  readonly bar: Bar;
  readonly reached: number;
  readonly met: boolean;
}

export const verdictsOf = (metrics: readonly Metric[]): Verdict[] =>
  metrics.flatMap((metric) =>
    (metric.bars ?? []).map((bar): Verdict => {
      const reached = (bar.of === 'ours' ? metric.values.ours : ratio(metric, bar.of)) ?? NaN;
      return { metric: metric.name, bar, reached, met: reached <= bar.limit };
    }),
  );
