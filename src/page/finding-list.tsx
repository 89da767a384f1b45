import type { ReactElement } from 'react';
import type { PageFinding } from '../cli/page/page-types.ts';

/** Faults, each with its place. */
export function FindingList({ findings }: { readonly findings: readonly PageFinding[] }): ReactElement | null {
  if (findings.length === 0) return null;
  return (
    <ul className="findings">
      {findings.map(({ code, hint, message, place, severity }, at) => (
        // Nothing tells two equal findings apart.
        <li key={at} className={severity}>
          <strong>{severity}</strong> {place !== undefined && <code>{place}</code>} {message}
          {hint !== undefined && <small>{hint}</small>} <small className="code">{code}</small>
        </li>
      ))}
    </ul>
  );
}
