import type { RequirementRow } from '../requirement-row.ts';

const document = 'mcp-protocol';

/** Questions of a running call to its client: rounds of 2026-07-28, server requests of older sessions. */
export const rows: readonly RequirementRow[] = [
  {
    id: 'P4.server-requests',
    document,
    section: '4.4',
    rule: 'Sampling, elicitation and roots are server requests on the originating stream, answered by a POST.',
  },
  { id: 'P4.timeout', document, section: '4.4', rule: 'Every server request has a time limit; giving up sends notifications/cancelled.' },
  { id: 'P4.capabilities', document, section: '4.4', rule: 'Only declared capabilities that the negotiated revision has are used.' },
  {
    id: 'P10.elicitation.2025-06-18',
    document,
    section: '10 Elicitation',
    rule: 'Forms are projected to strings, numbers, booleans and enum with enumNames.',
  },
  {
    id: 'P10.elicitation.url-2025-11-25',
    document,
    section: '10 Elicitation',
    rule: 'Pages of 2025-11-25 have an elicitationId, -32042 without a stream, and a notification of completion.',
  },
  { id: 'P5.capabilities.members', document, section: '5.1', rule: 'Capabilities are per request; `elicitation: {}` means form only.' },
  { id: 'P5.no-requests', document, section: '5.3', rule: 'On 2026-07-28 a stream never carries a JSON-RPC request of the server.' },
  {
    id: 'P7.shape',
    document,
    section: '7',
    rule: 'A call that needs input answers `input_required` with inputRequests and requestState; the retry completes it.',
  },
  { id: 'P7.parallel', document, section: '7', rule: 'One round may hold several inputRequests by key.' },
  { id: 'P7.rounds', document, section: '7', rule: 'Earlier answers are carried in requestState, which changes each round.' },
  {
    id: 'P7.ask-again',
    document,
    section: '7',
    rule: 'Missing, wrong and malformed answers never complete a call and are asked for again; unknown keys are ignored.',
  },
  {
    id: 'P7.unasked',
    document,
    section: '7',
    rule: 'Each round is self-contained: an answer under the key of a question needs no earlier round.',
  },
  { id: 'P7.other-question', document, section: '7', rule: 'A sealed answer belongs to the question that was asked.' },
  { id: 'P7.bounded', document, section: '7', rule: 'The number of rounds, questions and the size of the state are bounded.' },
  {
    id: 'P7.methods',
    document,
    section: '7',
    rule: 'Only tools/call, prompts/get and resources/read may answer input_required, without cache hints.',
  },
  { id: 'P7.capabilities', document, section: '7', rule: 'Only declared capabilities are asked for; otherwise -32021 with HTTP 400.' },
  { id: 'P7.sealed', document, section: '7', rule: 'A tampered, foreign or replayed requestState is a JSON-RPC error.' },
  { id: 'P7.expiry', document, section: '7', rule: 'A requestState expires; an answer after its time limit is a timeout.' },
  { id: 'P7.same-params', document, section: '7', rule: 'A retry has the same params, whatever their order.' },
  { id: 'P7.validate-content', document, section: '7', rule: 'Accepted content is validated against the requested schema.' },
  { id: 'P10.elicitation.answers', document, section: '10 Elicitation', rule: 'accept, decline and cancel are told apart.' },
  {
    id: 'P10.elicitation.url',
    document,
    section: '10 Elicitation',
    rule: 'A page needs elicitation.url, has no id on 2026-07-28, and accept means consent.',
  },
  {
    id: 'A3a.11.diagnostic',
    document: 'issue 3',
    section: 'Deliver 2',
    rule: 'A diagnostic warns of a side effect before the first question.',
  },
  { id: 'S5.5.disabled', document: 'spec 4', section: '5.5', rule: 'Elicitation that is off ends with ELICITATION_DISABLED.' },
  {
    id: 'R16.request-state',
    document: 'spec 5',
    section: '16',
    rule: 'requestState is sealed with a key derived by its own label from MCP_SESSION_SECRET, JWT_SECRET, or at random.',
  },
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
