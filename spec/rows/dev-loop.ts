import type { RequirementRow } from '../requirement-row.ts';

/** `service dev` as a loop (issue 7 items 2 and "Bars", supplement §4.4, facts on users §4). */
export const rows: readonly RequirementRow[] = [
  { id: 'I7.dev.stdio', document: 'issue 7', section: 'Deliver 2', rule: '--stdio keeps one client connected across restarts.' },
  {
    id: 'I7.dev.stdio.handshake',
    document: 'supplement',
    section: '4.4',
    rule: 'The bridge replays `initialize` and what the session has told, then sends list-changed notifications.',
  },
  {
    id: 'I7.dev.stdio.in-flight',
    document: 'issue 7',
    section: 'Deliver 2',
    rule: 'Calls in flight at the restart are answered with an error, never silently repeated.',
  },
  {
    id: 'I7.dev.stdio.limits',
    document: 'issue 7',
    section: 'Deliver 2',
    rule: 'At most 1,000 queued calls and 30 s; past either the call is answered with a clear error.',
  },
  {
    id: 'I7.dev.stdio.questions',
    document: 'issue 7',
    section: 'Deliver 2',
    rule: "A question of a replaced server is withdrawn; an answer to it never reaches the next server's question.",
  },
  {
    id: 'I7.dev.stdio.no-handshake',
    document: 'issue 7',
    section: 'Deliver 2',
    rule: 'A client of 2026-07-28, which has no handshake, goes on at once.',
  },
  {
    id: 'I7.dev.contract',
    document: 'issue 7',
    section: 'Deliver 2',
    rule: 'One line on a changed contract: "tool `x`: required `y` added, breaking".',
  },
  {
    id: 'I7.new.questions',
    document: 'facts users',
    section: '4',
    rule: 'At a terminal new asks; any configuration flag or CI turns the questions off; Ctrl-C at one makes nothing, exit 130.',
  },
  { id: 'I7.dev.saves', document: 'issue 7', section: 'Bars', rule: '100 saves in a row under a polling client lose no call silently.' },
  {
    id: 'I7.dev.port-auto',
    document: 'issue 7',
    section: 'Deliver 2',
    rule: '--port auto takes the next free port and keeps it; without it a taken port is refused and its owner named.',
  },
];
