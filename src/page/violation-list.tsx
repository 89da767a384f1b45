import type { ViewViolation } from '@service/sdk/widget-host';
import { useEffect, useMemo, useSyncExternalStore, type ReactElement } from 'react';
import { FindingList } from './finding-list.tsx';
import type { PageLink } from './page-link.ts';
import { PlaceFinder, positionKey } from './place-finder.ts';
import { hintOf } from './violation-hint.ts';

interface ViolationListProps {
  readonly violations: readonly ViewViolation[];
  /** How many the widget has beside them. */
  readonly more: number;
  readonly link: PageLink;
  readonly tool: string;
  readonly html: string;
}

/** What the policy blocked, as findings with their line of the sources, or of the document where nothing is known of these. */
export function ViolationList({ html, link, more, tool, violations }: ViolationListProps): ReactElement {
  const lines = useMemo(() => html.split('\n'), [html]);
  const finder = useMemo(() => new PlaceFinder(link, tool, html), [html, link, tool]);
  const places = useSyncExternalStore(finder.subscribe, finder.places);
  useEffect(() => finder.find(violations), [finder, violations]);
  return (
    <FindingList
      more={more}
      findings={violations.map((violation) => {
        const { blocked, directive, line } = violation;
        const found = places.get(positionKey(violation));
        const place = found ?? (line > 0 ? `widget, line ${line}` : undefined);
        const text = found === undefined ? (lines[line - 1]?.trim() ?? '') : '';
        return {
          severity: 'error',
          code: 'policy-violation',
          message: `The policy blocks ${directive} ${blocked}${text === '' ? '' : `: ${text.length > 160 ? `${text.slice(0, 160)} …` : text}`}`,
          ...(place === undefined ? {} : { place }),
          hint: hintOf(directive, blocked),
        };
      })}
    />
  );
}
