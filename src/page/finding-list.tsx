import type { ReactElement } from 'react';
import type { PageFinding } from '../cli/page/page-types.ts';

interface FindingListProps {
  readonly findings: readonly PageFinding[];
  /** How many there are beside them. */
  readonly more?: number;
}

/** Findings that are drawn. */
const maxShown = 100;

/** Faults, each with its place. */
export function FindingList({ findings, more = 0 }: FindingListProps): ReactElement | null {
  if (findings.length === 0) return null;
  const rest = more + Math.max(0, findings.length - maxShown);
  return (
    <ul className="findings">
      {findings.slice(0, maxShown).map(({ code, hint, message, place, severity }, at) => (
        // Nothing tells two equal findings apart.
        <li key={at} className={severity}>
          <strong>{severity}</strong> {place !== undefined && <code>{place}</code>} {message}
          {hint !== undefined && <small>{hint}</small>} <small className="code">{code}</small>
        </li>
      ))}
      {rest > 0 && <li className="quiet">and {rest.toLocaleString()} more</li>}
    </ul>
  );
}
