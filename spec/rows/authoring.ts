import type { RequirementRow } from '../requirement-row.ts';

const row = (id: string, section: string, rule: string): RequirementRow => ({
  id: `D4.authoring.${id}`,
  document: 'spec 4',
  section,
  rule,
});

/** What authors write and what the type checker and the schemas make of it. */
export const rows: readonly RequirementRow[] = [
  {
    id: 'options.tables',
    document: 'spec 5',
    section: '44',
    rule: 'An unknown member of a redis or sqlite table, wherever it stands, or of an item of auth.providers is refused, with the closest name.',
  },
  row(
    'types',
    '1.1 What is exported',
    'A decorator refuses a class that does not extend its context class, whose execute takes another type or any, or whose result does not fit outputSchema.',
  ),
  {
    id: 'A.comments.examples',
    document: 'architecture',
    section: 'style',
    rule: 'Every maker of the public API has an @example that is compiled by a test, and internals are not public.',
  },
  row(
    'unserved-guard',
    '1.2 @Service options',
    'A server or entry whose `auth`, `authorities` or `authProviders` this version does not serve is refused at build and at start.',
  ),
  row('unserved-option', '1.2 @Service options', 'An option without effect is said at build and at start; what asks for nothing is not.'),
  row('duplicate-owners', '1.2 @Service options', 'Two apps, or two plugins of one owner, with one id are refused.'),
  row('builder-types', '1.1 What is exported', 'Builders infer the input from the schema and hold the result to outputSchema.'),
  row('aliases', '1.1 What is exported', 'Each decorator is also exported with the prefix.'),
  row('shape', '1.5 @Tool', 'A raw shape parses as an object schema of it; unknown keys are stripped.'),
  row('shape-schema', '1.5 @Tool', 'A raw shape is listed as the JSON Schema of an object schema of it.'),
  row('defs', '1.5 @Tool', 'Definitions of fields are hoisted to the root of the listed schema and references follow.'),
  row('tuple', '1.5 @Tool', 'A tuple is listed without a bare `false`, which clients of plainer dialects refuse.'),
  row('option-faults', '1.2 @Service options', 'An invalid option is a validation error that names the path.'),
  row('byte-size', '1.3 http options', 'Limits are bytes or <n><b,kb,mb,gb,tb,pb>.'),
  {
    id: 'D4.resources.contents',
    document: 'spec 4',
    section: '1.7 @Resource',
    rule: 'Text, bytes, { text | blob } and other values become contents with a media type.',
  },
  { id: 'D4.resources.templates', document: 'spec 4', section: '1.7 @Resource', rule: 'Templates are RFC 6570 level 1 and {+x}.' },
  { id: 'D4.resources.failure', document: 'spec 4', section: '1.19 Errors', rule: 'RESOURCE_READ_ERROR is internal.' },
  {
    id: 'D4.prompts.results',
    document: 'spec 4',
    section: '1.8 @Prompt',
    rule: 'A string is one user message; a missing required argument is MISSING_PROMPT_ARGUMENT.',
  },
  { id: 'D4.completion.cut', document: 'spec 4', section: '1.7 @Resource', rule: 'At most 100 values.' },
];
