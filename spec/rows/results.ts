import type { RequirementRow } from '../requirement-row.ts';

const results = (id: string, rule: string): RequirementRow => ({
  id: `D4.results.${id}`,
  document: 'spec 4',
  section: '1.6 Tool results',
  rule,
});
const tools = (id: string, section: string, rule: string): RequirementRow => ({ id: `D4.tools.${id}`, document: 'spec 4', section, rule });

/** How a tool is found, called and answered. */
export const rows: readonly RequirementRow[] = [
  results('full', 'A full result (object with a content list of blocks) is sent as it is.'),
  results('object', 'Without output schema an object is structuredContent, made JSON-safe, and its JSON as text.'),
  results('value', 'Without output schema a plain value or list is structuredContent { value }.'),
  results('nothing', 'Without output schema null or undefined has no structured content.'),
  results('schema-object', 'With an object schema the parsed value is sent.'),
  results('schema-array', 'With an array schema the value is wrapped as { value }.'),
  results('primitive', 'string, number, boolean: plain text of the value and structuredContent { content }.'),
  results('date', 'date: text of the value and structuredContent { iso, timeInMilli }.'),
  results('media', 'image, audio, resource, resource_link: those blocks, no structured content.'),
  results('list', 'A list of kinds: value i goes with kind i; structured content keyed by index when any is not a string.'),
  results('meta', '_meta of a raw value is merged into the _meta of the result.'),
  results('output-checked', 'A value that fails its output schema is INVALID_OUTPUT.'),
  results(
    'non-finite-schema',
    'With output.allowNonFinite a schema for numbers takes NaN and Infinity: it judges finite numbers in their place, and what it makes of them is null.',
  ),
  results('non-finite', 'NaN and Infinity are INVALID_OUTPUT with their path unless output.allowNonFinite.'),
  results('input', 'Bad input is a result whose text begins "Invalid tool input", followed by the issues.'),
  results('public-error', 'A thrown public error is a result with isError and _meta { errorId, code, timestamp }.'),
  results('internal-error', 'Other errors are TOOL_EXECUTION_ERROR; in production the text carries only the error id.'),
  results('respond', 'respond(value) ends the call with a value that still passes output validation.'),
  results('timeout', 'Execution of "<n>" timed out after <ms>ms.'),
  tools(
    'visibility',
    '1.5 @Tool',
    'hidden: not listed, callable; internal: only through callTool, an outside call answers as an unknown tool.',
  ),
  tools('lookup', '1.5 @Tool', 'Lookups treat - and _ as the same.'),
  tools(
    'unavailable',
    '1.18 availableWhen',
    'Unmatched entries are hidden from lists; calling one is ENTRY_UNAVAILABLE with entryType, entry, missingAxes.',
  ),
  tools('pages', '1.5 @Tool', 'auto pages above 40; the cursor is base64 of { offset }; a bad one is invalid params.'),
];
