import type { RequirementRow } from '../requirement-row.ts';

const row = (id: string, rule: string): RequirementRow => ({ id: `ask.model.${id}`, document: 'supplement', section: '5.5', rule });

/** Questions to the person by way of the model, for clients that cannot be asked. */
export const rows: readonly RequirementRow[] = [
  row('off', 'Without elicitation.fallbackTool: true no tool is added, and a question to a client that cannot be asked is refused.'),
  row(
    'listed',
    'sendElicitationResult is listed, and served, for clients that do not declare elicitation forms; output schemas listed to them allow the question in the place of the result.',
  ),
  row(
    'asks',
    'A form of a tool ends its call with a result whose text and structuredContent name message, requestedSchema, elicitId and the tool to answer with.',
  ),
  row('runs-again', 'sendElicitationResult { elicitId, action, content? } runs the tool again with its arguments and gives its result.'),
  row('several', 'Several questions of one call are put one after the other; an answer that does not fit is asked for again.'),
  row('late', 'An answer after the time limit of its question is ELICITATION_TIMEOUT; an id is not accepted for ever.'),
  row('marked', 'An answer by way of the model has fromModel: true; an answer of a client that was asked has not.'),
  row(
    'refused',
    'Pages, questions with onlyPerson, forms that only say yes or no, and forms with fields for secrets are refused as without the option.',
  ),
  row(
    'sealed',
    'An elicitId is good once, for the subject, client and session that got it, for the tool and arguments of its call; no other sealed text is accepted as one.',
  ),
  row('start', 'The option beside elicitation.enabled: false, or beside a tool of the same name, stops the start.'),
];
