import type { RequirementRow } from '../requirement-row.ts';

const document = 'mcp-protocol';

/** Questions of a running call to its client: rounds of 2026-07-28, server requests of older sessions. */
export const rows: readonly RequirementRow[] = [
  { id: 'P5.capabilities.members', document, section: '5.1', rule: 'Capabilities are per request; `elicitation: {}` means form only.' },
  { id: 'P7.validate-content', document, section: '7', rule: 'Accepted content is validated against the requested schema.' },
  {
    id: 'P10.elicitation.flat',
    document,
    section: '10 Elicitation',
    rule: 'A form is a flat object of string, number, boolean and enum fields with defaults.',
  },
  {
    id: 'P10.elicitation.enums',
    document,
    section: '10 Elicitation',
    rule: 'Five forms of enum: untitled and titled single, legacy enumNames, untitled and titled multi.',
  },
];
