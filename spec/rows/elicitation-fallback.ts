import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** Questions to the person by way of the model, for clients that cannot be asked. */
export const rows: readonly RequirementRow[] = rowsOf({
  'ask.model.off': 'Without elicitation.fallbackTool: true no tool is added, and a question to a client that cannot be asked is refused.',
  'ask.model.listed':
    'sendElicitationResult is listed, and served, for clients that do not declare elicitation forms; output schemas listed to them allow the question in the place of the result.',
  'ask.model.asks':
    'A form of a tool ends its call with a result whose text and structuredContent name message, requestedSchema, elicitId and the tool to answer with.',
  'ask.model.runs-again':
    'sendElicitationResult { elicitId, action, content? } runs the tool again with its arguments and gives its result.',
  'ask.model.several': 'Several questions of one call are put one after the other; an answer that does not fit is asked for again.',
  'ask.model.late': 'An answer after the time limit of its question is ELICITATION_TIMEOUT; an id is not accepted for ever.',
  'ask.model.marked': 'An answer by way of the model has fromModel: true; an answer of a client that was asked has not.',
  'ask.model.refused':
    'Pages, questions with onlyPerson, forms that only say yes or no, and forms with fields for secrets are refused as without the option.',
  'ask.model.sealed':
    'An elicitId is good once, for the subject, client and session that got it, for the tool and arguments of its call; no other sealed text is accepted as one.',
  'ask.model.start': 'The option beside elicitation.enabled: false, or beside a tool of the same name, stops the start.',
});
