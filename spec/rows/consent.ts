import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** The consent screen. */
export const rows: readonly RequirementRow[] = rowsOf({
  'N2.consent.options': 'groupByApp, showDescriptions, allowSelectAll, requireSelection, customMessage, defaultSelectedTools.',
  'N8.consent.screen': 'Consent on and nothing remembered: the consent screen.',
  'N8.consent.claim': 'POST with consent_submitted=1 and tools: claim consent { enabled: true, selectedTools }.',
  'N8.consent.unknown': 'Unknown tool id: the screen again, 400, Invalid tool selection...',
  'N8.consent.none': 'Nothing ticked and requireSelection: Please select at least one tool to continue.',
  'N8.consent.remembered':
    'A remembered selection that covers every tool asks nothing; a new tool brings the screen with earlier choices ticked.',
  'N8.consent.record': 'Saved under consent:<sub>:<clientId> as { selectedToolIds, seenToolIds, updatedAt }.',
  'N8.order': 'After the person is known: apps, then tools, then the code; one sign-in becomes one code.',
  'N2.consent.excluded': 'excludedTools are always callable and not shown.',
  'N8.consent.denied': 'A call of an unticked tool: TOOL_NOT_CONSENTED (-32003).',
  'N8.consent.qualified': 'Of two apps with a tool of one name, consent holds <app>:<name>.',
  'N8.consent.closed': 'A token without the claim holds no tool.',
  'N8.consent.lists': 'Lists do not depend on consent.',
  'R27.consent.inner': 'Only calls that an author coded skip consent.',
});
