import { type Diagnostic, diagnose } from '../diagnostics/index.ts';
import type { Span } from '../model/span.ts';

/** `tool "add": …`: how the SDK begins each fault of an entry. */
const entryFault = /^(tool|resource|resource-template|prompt) "([^"]*)": (.*)$/;
/** `@Service: "http.port": …`, `@Service: "auth.mode" is required`, `tool "add": "rateLimit": …` */
const optionFault = /^(@Service|([a-z-]+) "([^"]*)"): "([A-Za-z][A-Za-z0-9.]*)"(?:: (.*)| is required| must be .*)$/;
/** `skill "add": …`, `skill folder "skills/add": …` */
const skillFault = /^(skill(?: folder)? "(?:[^"]*\/)?([^"/]*)"): (.*)$/;
/** `"field" does not convert …` for one field of a shape, without the name for a whole schema. */
const schemaFault = /^(?:"([^"]*)" )?does not convert to JSON Schema 2020-12: (.*)$/;
/** `"field" this schema library …`, for a field or a whole schema. */
const libraryFault = /^(?:"([^"]*)" )?this schema library has no JSON Schema conversion/;

/** No schema of any library, or a member of a shape that is none. */
const plainFault = /^"([^"]*)" is not a schema$|^expected a schema /;
/** Before a fault of the other schema of a tool. */
const outputFault = 'outputSchema: ';

/** `tools items must be annotated with @Tool() (found undefined)`; lists of owners do not say what was found. */
const undefinedItem = /^\w+ items must be annotated with @\w+\(\)(?: \(found undefined\))?$|^Invalid resource 'undefined'\./;

/** An item of a list that may have no value yet. */
export const isUndefinedItem = (fault: string): boolean => undefinedItem.test(fault);

/** Spans of the declarations and options that faults name. */
export interface FaultSpans {
  readonly spans: Readonly<Record<string, Span>>;
  readonly spanOfOption: (label: string, path: string) => Span | undefined;
}

/** The SDK's faults of a model, one a line, as findings at the entries that they name. */
export function faultFindings(message: string, { spanOfOption, spans }: FaultSpans): Diagnostic[] {
  return message.split('\n').map((line) => {
    const wrongOption = findOptionFault(line, spanOfOption, spans);
    if (wrongOption !== undefined) return wrongOption;
    const skillFinding = findSkillFault(line, spans);
    if (skillFinding !== undefined) return skillFinding;
    const [, kind, name, told] = entryFault.exec(line) ?? [];
    const ofOutput = told?.startsWith(outputFault) === true;
    const rest = ofOutput ? told?.slice(outputFault.length) : told;
    const span = (kind === undefined || name === undefined ? undefined : spanOfEntry(spans, kind, name)) ?? spans['server'];
    const location = { span };
    if (rest === 'inputSchema must describe an object') return diagnose('schema-not-object', { entry: `the ${kind} "${name}"` }, location);
    if (name === undefined) return diagnose('evaluation-threw', { text: line }, location);
    const option = ofOutput ? 'outputSchema' : 'inputSchema';
    const entry = `the ${kind} "${name}"`;
    const at = (field: string | undefined) => ({
      span: spanOfOption(`${kind} "${name}"`, field === undefined ? option : `${option}.${field}`) ?? span,
    });
    const library = libraryFault.exec(rest ?? '');
    if (library !== null) return diagnose('schema-library', { entry, schema: schemaText(library[1]) }, at(library[1]));
    const plain = plainFault.exec(rest ?? '');
    if (plain !== null) return diagnose('not-a-schema', { entry, option, field: plain[1] }, at(plain[1]));
    const [, field, problem] = schemaFault.exec(rest ?? '') ?? [];
    if (problem === undefined) return diagnose('evaluation-threw', { text: line }, location);
    return diagnose('schema-not-json', { entry, schema: schemaText(field), problem }, at(field));
  });
}

/** A value of the right type that breaks its option's rule, with the location of the value where the sources show it. */
function findOptionFault(line: string, spanOfOption: FaultSpans['spanOfOption'], spans: FaultSpans['spans']): Diagnostic | undefined {
  const [, label, kind, name, option, problem] = optionFault.exec(line) ?? [];
  if (label === undefined || option === undefined) return undefined;
  const entry = kind === undefined || name === undefined ? undefined : spanOfEntry(spans, kind, name);
  const span = spanOfOption(label, option) ?? entry ?? spans['server'];
  const location = { span };
  // A wrong type or a missing value: other phases report it at the source, unless the environment decides it.
  if (problem === undefined) return diagnose('evaluation-threw', { text: line }, location);
  return diagnose('invalid-option', { owner: label, option, problem }, location);
}

const schemaText = (field: string | undefined): string => (field === undefined ? 'A schema' : `\`${field}\``);

function findSkillFault(line: string, spans: Readonly<Record<string, Span>>): Diagnostic | undefined {
  const [, skill, name, problem] = skillFault.exec(line) ?? [];
  if (skill === undefined || name === undefined || problem === undefined) return undefined;
  const span = spanOfEntry(spans, 'skill', name) ?? spans['server'];
  return diagnose('invalid-skill', { skill, problem }, { span });
}

/** The first entry of that kind and name; ids end with the name. */
function spanOfEntry(spans: Readonly<Record<string, Span>>, kind: string, name: string): Span | undefined {
  const id = Object.keys(spans).find((key) => key === `${kind}:${name}` || (key.startsWith(`${kind}:`) && key.endsWith(`/${name}`)));
  return id === undefined ? undefined : spans[id];
}
