import type { RequirementRow } from '../requirement-row.ts';

/** Serving HTTP on a socket file. */
export const rows: readonly RequirementRow[] = [
  {
    id: 'D2.socket',
    document: 'spec 2',
    section: 'Unix socket',
    rule: 'The same HTTP on a socket file of mode 0660; the host name is irrelevant, the path matters; no port is opened.',
  },
  {
    id: 'D2.socket.stale',
    document: 'issue 3',
    section: 'Transports',
    rule: 'A stale socket file is removed only when nobody listens on it.',
  },
  { id: 'D2.socket.exit', document: 'issue 3', section: 'Transports', rule: 'The socket file is removed when the process ends.' },
  {
    id: 'D2.socket.length',
    document: 'issue 3',
    section: 'Transports',
    rule: 'A path longer than the system takes is an error on every Node version.',
  },
];
