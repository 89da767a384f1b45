import type { RequirementRow } from '../requirement-row.ts';

const row = (id: string, section: string, rule: string): RequirementRow => ({ id, document: 'spec 4', section, rule });

/** The consent screen: supplement N2 and N8, ruling 27. */
export const rows: readonly RequirementRow[] = [
  row('N2.consent.options', 'N2', 'groupByApp, showDescriptions, allowSelectAll, requireSelection, customMessage, defaultSelectedTools.'),
  row('N8.consent.screen', 'N8', 'Consent on and nothing remembered: the consent screen.'),
  row('N8.consent.claim', 'N8', 'POST with consent_submitted=1 and tools: claim consent { enabled: true, selectedTools }.'),
  row('N8.consent.unknown', 'N8', 'Unknown tool id: the screen again, 400, Invalid tool selection...'),
  row('N8.consent.none', 'N8', 'Nothing ticked and requireSelection: Please select at least one tool to continue.'),
  row(
    'N8.consent.remembered',
    'N8',
    'A remembered selection that covers every tool asks nothing; a new tool brings the screen with earlier choices ticked.',
  ),
  row('N8.consent.record', 'N8', 'Saved under consent:<sub>:<clientId> as { selectedToolIds, seenToolIds, updatedAt }.'),
  row('N8.order', 'N8', 'After the person is known: apps, then tools, then the code; one sign-in becomes one code.'),
  row('N2.consent.excluded', 'N2', 'excludedTools are always callable and not shown.'),
  row('N8.consent.denied', 'N8', 'A call of an unticked tool: TOOL_NOT_CONSENTED (-32003).'),
  row('N8.consent.qualified', 'N8', 'Of two apps with a tool of one name, consent holds <app>:<name>.'),
  row('N8.consent.closed', 'N8', 'A token without the claim holds no tool.'),
  row('N8.consent.lists', 'N8', 'Lists do not depend on consent.'),
  { id: 'R27.consent.inner', document: 'spec 5', section: '27', rule: 'Only calls that an author coded skip consent.' },
];
