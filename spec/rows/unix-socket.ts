import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** Serving HTTP on a socket file. */
export const rows: readonly RequirementRow[] = rowsOf({
  'D2.socket': 'The same HTTP on a socket file of mode 0660; the host name is irrelevant, the path matters; no port is opened.',
  'D2.socket.stale': 'A stale socket file is removed only when nobody listens on it.',
  'D2.socket.exit': 'The socket file is removed when the process ends.',
  'D2.socket.length': 'A path longer than the system takes is an error on every Node version.',
});
