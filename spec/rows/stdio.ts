import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** Stdio. */
export const rows: readonly RequirementRow[] = rowsOf({
  'D2.stdio.framing': 'JSON-RPC one message per line; both eras on one pipe; the end of stdin ends the process.',
  'D2.stdio.stdout-only': 'stdout carries nothing but JSON-RPC; everything else goes to stderr and a log file under ~/.service/logs/.',
  'D2.stdio.log-file': 'The log file begins with the name and version of the server that was started, also when nothing else is logged.',
  'D2.stdio.long-line': 'A line over the limit is answered with an error and skipped; the next one is served.',
  'D2.stdio.utf8': 'A line that is not UTF-8 is answered with a parse error.',
  'D2.stdio.answers-before-exit': 'Requests that arrived before stdin ended are answered before the process exits.',
  'D2.stdio.unread':
    'A client that does not read its answers is not served further until it does. When it has closed stdin, a slow one still gets every answer, and one that reads nothing for 10 seconds is left: the process ends.',
  'D2.stdio.exit': 'The process exits on SIGTERM, SIGHUP, SIGINT and when nobody reads its stdout any more.',
  'I3.stdio.strays':
    'What user code prints by console, by process.stdout or by a logger that writes to descriptor 1, what its workers print and what children print that inherit stdout never breaks a message.',
  'D2.stdio.parent': 'The process exits when its parent dies, even while another process holds its pipes open.',
  'S1.2.logging.level':
    'logging.level in code is the least level written, and the start says once that SERVICE_LOG_LEVEL has no effect; without it the variable is.',
  'D2.stdio.env': 'SERVICE_STDIO=1 serves stdio without a flag; SERVICE_LOGS_MAX=0 keeps no log.',
});
