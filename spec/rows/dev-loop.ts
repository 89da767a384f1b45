import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** `service dev` as a loop. */
export const rows: readonly RequirementRow[] = rowsOf({
  'I7.dev.stdio': '--stdio keeps one client connected across restarts.',
  'I7.dev.stdio.handshake': 'The bridge replays `initialize` and what the session has told, then sends list-changed notifications.',
  'I7.dev.stdio.in-flight': 'Calls in flight at the restart are answered with an error, never silently repeated.',
  'I7.dev.stdio.limits': 'At most 1,000 queued calls and 30 s; past either the call is answered with a clear error.',
  'I7.dev.stdio.questions': "A question of a replaced server is withdrawn; an answer to it never reaches the next server's question.",
  'I7.dev.stdio.no-handshake': 'A client of 2026-07-28, which has no handshake, goes on at once.',
  'I7.dev.address':
    'The address that dev shows, and prints into command lines to copy, is the one that the host says first; no later output of the server changes it.',
  'I7.dev.contract': 'One line on a changed contract: "tool `x`: required `y` added, breaking".',
  'I7.new.questions':
    'At a terminal new asks; any configuration flag or CI turns the questions off; Ctrl-C at one makes nothing, exit 130.',
  'I7.dev.saves': '100 saves in a row under a polling client lose no call silently.',
  'I7.dev.port-auto': '--port auto takes the next free port and keeps it; without it a taken port is refused and its owner named.',
});
