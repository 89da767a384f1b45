import type { RequirementRow } from '../requirement-row.ts';

/** Stdio: document 2 and mcp-protocol.md sections 2.10 and 16. */
export const rows: readonly RequirementRow[] = [
  {
    id: 'D2.stdio.framing',
    document: 'spec 2',
    section: 'Stdio',
    rule: 'JSON-RPC one message per line; both eras on one pipe; the end of stdin ends the process.',
  },
  {
    id: 'D2.stdio.stdout-only',
    document: 'spec 2',
    section: 'Stdio',
    rule: 'stdout carries nothing but JSON-RPC; everything else goes to stderr and a log file under ~/.service/logs/.',
  },
  {
    id: 'D2.stdio.long-line',
    document: 'issue 3',
    section: 'Bad input',
    rule: 'A line over the limit is answered with an error and skipped; the next one is served.',
  },
  { id: 'D2.stdio.utf8', document: 'issue 3', section: 'Bad input', rule: 'A line that is not UTF-8 is answered with a parse error.' },
  {
    id: 'D2.stdio.answers-before-exit',
    document: 'issue 3',
    section: 'Transports',
    rule: 'Requests that arrived before stdin ended are answered before the process exits.',
  },
  {
    id: 'D2.stdio.exit',
    document: 'issue 3',
    section: 'Transports',
    rule: 'The process exits on SIGTERM, SIGHUP, SIGINT and when nobody reads its stdout any more.',
  },
  {
    id: 'I3.stdio.strays',
    document: 'issue 3',
    section: 'Bars',
    rule: 'User code that writes to stdout in any way, child processes included, never breaks a message.',
  },
  {
    id: 'D2.stdio.parent',
    document: 'issue 3',
    section: 'Transports',
    rule: 'The process exits when its parent dies, even while another process holds its pipes open.',
  },
  {
    id: 'S1.2.logging.level',
    document: 'spec 4',
    section: '1.2',
    rule: 'logging.level in code is the least level written, and the start says once that SERVICE_LOG_LEVEL has no effect; without it the variable is.',
  },
  {
    id: 'D2.stdio.env',
    document: 'spec 2',
    section: 'Stdio',
    rule: 'SERVICE_STDIO=1 serves stdio without a flag; SERVICE_LOGS_MAX=0 keeps no log.',
  },
];
