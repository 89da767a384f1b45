import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** What authors write and what the type checker and the schemas make of it. */
export const rows: readonly RequirementRow[] = rowsOf({
  'options.tables':
    'An unknown member of a redis or sqlite table, wherever it stands, or of an item of auth.providers is refused, with the closest name; transport.persistence names one of both.',
  'D4.authoring.types':
    'A decorator refuses a class that does not extend its context class, whose execute takes any, another type than the schema makes, or a member that the schema never makes, or whose result does not fit outputSchema.',
  'schemas.format-pattern':
    'A date, a moment, a UUID or an IP address of zod is listed by its format without the pattern that zod adds; what a precision, a version or the author says beyond the format stays.',
  'A.comments.examples': 'Every maker of the public API has an @example that is compiled by a test, and internals are not public.',
  'A.comments.members': 'At least 40 options and members of contexts have an @example of one to six lines, compiled by the same test.',
  'D4.authoring.unserved-guard':
    'A server or entry whose `auth`, `authorities` or `authProviders` this version does not serve is refused at build and at start.',
  'D4.authoring.unserved-option': 'An option without effect is said at build and at start; what asks for nothing is not.',
  'D4.authoring.duplicate-owners': 'Two apps, or two plugins of one owner, with one id are refused.',
  'D4.authoring.builder-types': 'Builders infer the input from the schema and hold the result to outputSchema.',
  'D4.authoring.aliases': 'Each decorator is also exported with the prefix.',
  'D4.authoring.shape': 'A raw shape parses as an object schema of it; unknown keys are stripped.',
  'D4.authoring.shape-schema': 'A raw shape is listed as the JSON Schema of an object schema of it.',
  'D4.authoring.defs': 'Definitions of fields are hoisted to the root of the listed schema and references follow.',
  'D4.authoring.tuple': 'A tuple is listed without a bare `false`, which clients of plainer dialects refuse.',
  'D4.authoring.option-faults': 'An invalid option is a validation error that names the path.',
  'D4.authoring.fault-given':
    'A message about an invalid option ends with what was given for the item or member that is wrong: its kind or length, never its text.',
  'D4.authoring.absent-option':
    'A documented option, option value or kind of app that this version does not have is refused by name, at check and at start, with what to write instead.',
  'S5.11.unread': 'A documented variable that nothing reads is a warning of the start that says what to set instead.',
  'options.comments':
    'Type, sentence, default, limits, named rule, secrecy and conditions of an option, and variable and flag of a setting of `service.config`, are written once, at its member of the exported interface: `npm run reference` writes rows, sentences, defaults and documentation from it, all or nothing, and names each comment that it cannot read.',
  'options.hover':
    'With the packed declarations alone, completion shows a sentence, and the default where there is one, of each option and setting.',
  'options.as-typed': 'A value that the type of an option takes is not refused because of its type.',
  'D4.authoring.byte-size': 'Limits are bytes or <n><b,kb,mb,gb,tb,pb>.',
  'D4.resources.contents': 'Text, bytes, { text | blob } and other values become contents with a media type.',
  'D4.resources.templates': 'Templates are RFC 6570 level 1 and {+x}.',
  'D4.resources.failure': 'RESOURCE_READ_ERROR is internal.',
  'D4.prompts.results': 'A string is one user message; a missing required argument is MISSING_PROMPT_ARGUMENT.',
  'D4.completion.cut': 'At most 100 values.',
});
