import type { RequirementRow } from '../requirement-row.ts';

const d1 = (id: string, section: string, rule: string): RequirementRow => ({ id: `D1.${id}`, document: 'spec 1', section, rule });
const ruling = (id: string, rule: string): RequirementRow => ({ id, document: 'spec 5', section: /\d+/.exec(id)?.[0] ?? '', rule });

/** Access tokens and how they are asked for: document 1, Access token and Authentication. */
export const rows: readonly RequirementRow[] = [
  d1('auth.bearer', 'Authentication', 'MCP requests need Authorization: Bearer; the header alone is read.'),
  d1('auth.message', 'Access token', 'A refused token is 401 with a message that says why.'),
  ruling('R1.challenge', 'WWW-Authenticate values are sent as quoted-strings.'),
  ruling('R1.challenge.none', 'No error or scope member when no credentials were sent.'),
];
