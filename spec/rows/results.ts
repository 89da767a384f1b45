import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** How a tool is found, called and answered. */
export const rows: readonly RequirementRow[] = rowsOf({
  'D4.results.full': 'A full result (object with a content list of blocks) is sent as it is.',
  'D4.results.object': 'Without output schema an object is structuredContent, made JSON-safe, and its JSON as text.',
  'D4.results.value': 'Without output schema a plain value or list is structuredContent { value }.',
  'D4.results.nothing': 'Without output schema null or undefined has no structured content.',
  'D4.results.schema-object': 'With an object schema the parsed value is sent.',
  'D4.results.schema-array': 'With an array schema the value is wrapped as { value }.',
  'D4.results.primitive': 'string, number, boolean: plain text of the value and structuredContent { content }.',
  'D4.results.date': 'date: text of the value and structuredContent { iso, timeInMilli }.',
  'D4.results.media': 'image, audio, resource, resource_link: those blocks, no structured content.',
  'D4.results.list': 'A list of kinds: value i goes with kind i; structured content keyed by index when any is not a string.',
  'D4.results.meta': '_meta of a raw value is merged into the _meta of the result.',
  'D4.results.output-checked': 'A value that fails its output schema is INVALID_OUTPUT.',
  'D4.results.non-finite-schema':
    'With output.allowNonFinite a schema for numbers takes NaN and Infinity: it judges finite numbers in their place, and what it makes of them is null.',
  'D4.results.non-finite': 'NaN and Infinity are INVALID_OUTPUT with their path unless output.allowNonFinite.',
  'D4.results.max-bytes':
    'output.maxBytes of the server limits the bytes of an answer of a tool, resource or prompt: one beyond it is INVALID_OUTPUT and names size and limit to its caller. It is 8 MiB over stdio when absent.',
  'D4.results.large-logged':
    'Without a limit, as over HTTP when output.maxBytes is absent, an answer above 8 MiB is sent and logged as a warning with its entry and size.',
  'D4.results.lost':
    'What JSON would lose (promise, Map, Set, Error, Response, bigint, buffer, function, symbol, invalid date and the like, at any depth) is INVALID_OUTPUT with its path: in tool results with and without schema, blocks, _meta, resources, prompts, results that hooks make, and messages to the client.',
  'D4.results.kept':
    'Date, URL and every object with a toJSON are written as it says; an instance of a class as its own members; members that are undefined are left out.',
  'D4.results.lost-types':
    'Where the types of an entry without output schema show that its result holds what JSON loses, the build stops at the member.',
  'D4.results.input': 'Bad input is a result whose text begins "Invalid tool input", followed by the issues.',
  'D4.results.input-length':
    'The text of refused input names at most 100 problems, with at most 2,000 characters of each. A list, record or tuple with 10,000 problems is refused without a look at its other elements, and its later checks do not run.',
  'D4.results.public-error': 'A thrown public error is a result with isError and _meta { errorId, code, timestamp }.',
  'D4.results.internal-error': 'Other errors are TOOL_EXECUTION_ERROR; in production the text carries only the error id.',
  'D4.results.respond': 'respond(value) ends the call with a value that still passes output validation.',
  'D4.results.timeout': 'Execution of "<n>" timed out after <ms>ms.',
  'D4.tools.visibility': 'hidden: not listed, callable; internal: only through callTool, an outside call answers as an unknown tool.',
  'D4.tools.lookup': 'Lookups treat - and _ as the same.',
  'D4.tools.unavailable': 'Unmatched entries are hidden from lists; calling one is ENTRY_UNAVAILABLE with entryType, entry, missingAxes.',
  'availability.target':
    'availableWhen.target matches the value of --target that a bundle was built with. An entry that names no runtime or target of its build, or a provider, which nothing tells a server, is the warning unreachable-entry, and is not in the manifest of an archive.',
  'D4.tools.pages': 'auto pages above 40; the cursor is base64 of { offset }; a bad one is invalid params.',
});
