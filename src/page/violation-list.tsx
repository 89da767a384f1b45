import type { ViewViolation } from '@service/sdk/widget-host';
import type { ReactElement } from 'react';
import { FindingList } from './finding-list.tsx';

/** What the policy blocked, as findings with their line of the document. */
export function ViolationList({
  html,
  violations,
}: {
  readonly violations: readonly ViewViolation[];
  readonly html: string;
}): ReactElement {
  const lines = html.split('\n');
  return (
    <FindingList
      findings={violations.map(({ blocked, directive, line }) => {
        const text = lines[line - 1]?.trim() ?? '';
        return {
          severity: 'error',
          code: 'policy-violation',
          message: `The policy blocks ${directive} ${blocked}${text === '' ? '' : `: ${text.length > 160 ? `${text.slice(0, 160)} …` : text}`}`,
          ...(line > 0 ? { place: `widget, line ${line}` } : {}),
          hint: hintOf(directive, blocked),
        };
      })}
    />
  );
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
