import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** Questions of a running call to its client: rounds of 2026-07-28, server requests of older sessions. */
export const rows: readonly RequirementRow[] = rowsOf({
  'P4.server-requests': 'Sampling, elicitation and roots are server requests on the originating stream, answered by a POST.',
  'P4.timeout': 'Every server request has a time limit; giving up sends notifications/cancelled.',
  'P4.capabilities': 'Only declared capabilities that the negotiated revision has are used.',
  'P10.elicitation.2025-06-18': 'Forms are projected to strings, numbers, booleans and enum with enumNames.',
  'P10.elicitation.url-2025-11-25': 'Pages of 2025-11-25 have an elicitationId, -32042 without a stream, and a notification of completion.',
  'P5.capabilities.members': 'Capabilities are per request; `elicitation: {}` means form only.',
  'P5.no-requests': 'On 2026-07-28 a stream never carries a JSON-RPC request of the server.',
  'P7.shape': 'A call that needs input answers `input_required` with inputRequests and requestState; the retry completes it.',
  'P7.parallel': 'One round may hold several inputRequests by key.',
  'P7.rounds': 'Earlier answers are carried in requestState, which changes each round.',
  'P7.ask-again': 'Missing, wrong and malformed answers never complete a call and are asked for again; unknown keys are ignored.',
  'P7.unasked': 'Each round is self-contained: an answer under the key of a question needs no earlier round.',
  'P7.other-question': 'A sealed answer belongs to the question that was asked.',
  'P7.bounded': 'The number of rounds, questions and the size of the state are bounded.',
  'P7.withdrawn':
    'A question of a call that another entry has ended (`signal` of this.callTool) is withdrawn: a session is told notifications/cancelled, and a round does not ask it. onQuestion hears of each question first, and one for which it throws is not asked.',
  'P7.methods': 'Only tools/call, prompts/get and resources/read may answer input_required, without cache hints.',
  'P7.capabilities': 'Only declared capabilities are asked for; otherwise -32021 with HTTP 400.',
  'P7.sealed': 'A tampered, foreign or replayed requestState is a JSON-RPC error.',
  'P7.expiry': 'A requestState expires; an answer after its time limit is a timeout.',
  'P7.same-params': 'A retry has the same params, whatever their order.',
  'P7.validate-content': 'Accepted content is validated against the requested schema.',
  'P10.elicitation.answers': 'accept, decline and cancel are told apart.',
  'P10.elicitation.url': 'A page needs elicitation.url, has no id on 2026-07-28, and accept means consent.',
  'A3a.11.diagnostic': 'A diagnostic warns of a side effect before the first question.',
  'S5.5.disabled': 'Elicitation that is off ends with ELICITATION_DISABLED.',
  'R16.request-state': 'requestState is sealed with a key derived by its own label from MCP_SESSION_SECRET, JWT_SECRET, or at random.',
  'P10.elicitation.flat': 'A form is a flat object of string, number, boolean and enum fields with defaults.',
  'P10.elicitation.enums': 'Five forms of enum: untitled and titled single, legacy enumNames, untitled and titled multi.',
});
