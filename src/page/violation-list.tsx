import { sha256Text } from '@service/sdk/internal';
import type { ViewViolation } from '@service/sdk/widget-host';
import { useEffect, useState, type ReactElement } from 'react';
import { FindingList } from './finding-list.tsx';
import type { PageLink } from './page-link.ts';

interface ViolationListProps {
  readonly violations: readonly ViewViolation[];
  readonly link: PageLink;
  readonly tool: string;
  readonly html: string;
}

/** What the policy blocked, as findings with their line of the sources, or of the document where nothing is known of these. */
export function ViolationList({ html, link, tool, violations }: ViolationListProps): ReactElement {
  const lines = html.split('\n');
  const places = usePlaces({ html, link, tool, violations });
  return (
    <FindingList
      findings={violations.map((violation) => {
        const { blocked, directive, line } = violation;
        const place = places.get(violation) ?? (line > 0 ? `widget, line ${line}` : undefined);
        const text = places.has(violation) ? '' : (lines[line - 1]?.trim() ?? '');
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

/** Positions in the sources, each asked for once. */
function usePlaces({ html, link, tool, violations }: ViolationListProps): ReadonlyMap<ViewViolation, string> {
  const [places, setPlaces] = useState<ReadonlyMap<ViewViolation, string>>(new Map());
  useEffect(() => {
    let isCurrent = true;
    const find = async (): Promise<void> => {
      const hash = await sha256Text(html);
      const found = await Promise.all(
        violations.map(async (violation): Promise<readonly [ViewViolation, string][]> => {
          const { column, line } = violation;
          const place = line > 0 ? await link.placeOf({ tool, hash, line, column }) : undefined;
          return place === undefined ? [] : [[violation, place]];
        }),
      );
      if (isCurrent) setPlaces(new Map(found.flat()));
    };
    // Without an answer the line of the document stays.
    if (violations.length > 0) find().catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [html, link, tool, violations]);
  return places;
}

const declared: Readonly<Record<string, string>> = {
  'connect-src': 'connectDomains',
  'frame-src': 'frameDomains',
  'base-uri': 'baseUriDomains',
};

function hintOf(directive: string, blocked: string): string {
  if (blocked === 'eval') return 'No host allows code from texts: leave it out';
  if (!/^(?:https|wss):/.test(blocked)) return 'No host allows this: put it into the widget itself';
  return `Declare it in ui.csp.${declared[directive] ?? 'resourceDomains'} of the tool: ${new URL(blocked).origin}`;
}
