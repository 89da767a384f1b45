import type { ReactElement } from 'react';

export interface CostChartProps {
  readonly title: string;
  readonly bars: readonly { readonly label: string; readonly euro: number }[];
}

/** Is imported when a model first shows it. */
export default function CostChart({ bars, title }: CostChartProps): ReactElement {
  const highest = Math.max(1, ...bars.map(({ euro }) => euro));
  return (
    <figure className="chart" data-component="CostChart">
      <figcaption>{title}</figcaption>
      {bars.map(({ euro, label }) => (
        <div key={label} className="bar">
          <span>{label}</span>
          <meter aria-label={label} min={0} max={highest} value={euro} />
          <span className="amount">{`${euro} €`}</span>
        </div>
      ))}
    </figure>
  );
}
