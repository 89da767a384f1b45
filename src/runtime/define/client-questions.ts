import { isJsonObject, type Json, type JsonObject } from '../model/index.ts';
import { isRecord } from '../std/index.ts';
import type { Asking, AskOptions, Asker, ElicitAnswer, ElicitQuestion } from './asking.ts';
import { invalidParams, ServiceError } from '../errors/index.ts';
import { formOf, isFormSchema, type ElicitContent, type ElicitSchema } from './form-schema.ts';
import { issueLines } from './schema.ts';
import { isRawShape, isStandardSchema, type SchemaOutcome, validateWith } from './standard-schema.ts';
import { validateShape } from './validate-shape.ts';

/** The questions of MCP: forms and pages, the client's model, its roots. */
export const clientQuestions: Asking = {
  elicit,
  sample: (asker, params, options) =>
    asker.ask({ ...askingOf(options), method: 'sampling/createMessage', params, problemOf: problemOfSample }),
  listRoots: async (asker, options) => {
    const { roots } = await asker.ask({ ...askingOf(options), method: 'roots/list', params: {}, problemOf: problemOfRoots });
    return Array.isArray(roots) ? roots.filter(isJsonObject) : [];
  },
};

const askingOf = ({ key, ttl }: AskOptions) => ({ key, ttlMs: ttl });

const problemOfRoots = ({ roots }: JsonObject): string | undefined =>
  Array.isArray(roots) && roots.every((root) => isJsonObject(root) && typeof root['uri'] === 'string')
    ? undefined
    : '"roots" must be a list of objects with a "uri"';

function problemOfSample({ role, content }: JsonObject): string | undefined {
  if (role !== 'assistant' && role !== 'user') return '"role" must be assistant or user';
  const blocks = Array.isArray(content) ? content : [content];
  return blocks.every((block) => isJsonObject(block) && typeof block['type'] === 'string') ? undefined : '"content" must be content blocks';
}

/** Asks the person behind the client and checks the answer against the schema. */
async function elicit<S extends ElicitSchema>(asker: Asker, question: ElicitQuestion<S>): Promise<ElicitAnswer<ElicitContent<S>>>;
async function elicit(asker: Asker, question: ElicitQuestion<ElicitSchema>): Promise<ElicitAnswer<unknown>> {
  const { options, schema } = question;
  const form = options.mode === 'url' ? undefined : formOf(schema);
  const parse = async (content: JsonObject): Promise<SchemaOutcome> => {
    const problems = checkForm(form ?? {}, content);
    if (problems.length > 0) return { issues: problems.map((message) => ({ message })) };
    if (isFormSchema(schema)) return { value: fillForm(form ?? {}, content) };
    if (isStandardSchema(schema)) return validateWith(schema, content);
    return isRawShape(schema) ? validateShape(schema, content) : { issues: [{ message: 'not a schema' }] };
  };
  const answer = await asker.ask({
    ...askingOf(options),
    onlyPerson: options.onlyPerson,
    method: 'elicitation/create',
    params: form === undefined ? pageParams(question) : { mode: 'form', message: question.message, requestedSchema: form },
    problemOf: (given) => problemOfAnswer(given, form === undefined ? undefined : parse),
  });
  const status = statusOf(answer);
  const source = answer['fromModel'] === true ? { fromModel: true as const } : {};
  if (status !== 'accept' || form === undefined) return { status, ...source };
  const outcome = await parse(contentOf(answer) ?? {});
  if (outcome.issues === undefined) return { status, content: outcome.value, ...source };
  throw invalidParams(`The answer to "${question.message}" does not fit what was asked: ${issueLines(outcome.issues).join('; ')}`);
}

function statusOf({ action }: JsonObject): ElicitAnswer<unknown>['status'] {
  return action === 'accept' || action === 'decline' ? action : 'cancel';
}

function contentOf({ content }: JsonObject): JsonObject | undefined {
  return isRecord(content) ? content : undefined;
}

async function problemOfAnswer(
  answer: JsonObject,
  parse: ((content: JsonObject) => Promise<SchemaOutcome>) | undefined,
): Promise<string | undefined> {
  const { action } = answer;
  if (action !== 'accept' && action !== 'decline' && action !== 'cancel') return '"action" must be accept, decline or cancel';
  if (action !== 'accept' || parse === undefined) return undefined;
  const content = answer['content'] === undefined ? {} : contentOf(answer);
  if (content === undefined) return '"content" must be an object';
  const outcome = await parse(content);
  return outcome.issues === undefined ? undefined : issueLines(outcome.issues).join('; ');
}

function pageParams({ message, options }: ElicitQuestion<ElicitSchema>): JsonObject {
  const page = options.url === undefined || !URL.canParse(options.url) ? undefined : new URL(options.url);
  if (page === undefined)
    throw new ServiceError('INVALID_DECORATOR_METADATA', 'elicit in url mode needs "url": an absolute URL of the page');
  const local = page.hostname === 'localhost' || page.hostname === '127.0.0.1' || page.hostname === '[::1]';
  if (page.protocol !== 'https:' && !(page.protocol === 'http:' && local)) {
    throw new ServiceError('INVALID_DECORATOR_METADATA', 'elicit in url mode needs an https page; only pages of this machine may be http');
  }
  // A link that signs a person in could be used by every reader of it.
  if (page.username !== '' || page.password !== '')
    throw new ServiceError('INVALID_DECORATOR_METADATA', 'elicit in url mode: the url must not hold credentials');
  return { mode: 'url', message, url: page.href, elicitationId: options.elicitationId };
}

/**
 * What is wrong with the content of an accepted form, one sentence a field. Clients are told the schema but nothing makes them keep
 * it, and the author's own schema may be a bare JSON Schema that no other code checks.
 */
export function checkForm(form: JsonObject, content: JsonObject): string[] {
  const properties = isJsonObject(form['properties']) ? form['properties'] : {};
  const required = Array.isArray(form['required']) ? form['required'] : [];
  return Object.entries(properties).flatMap(([name, field]) => {
    if (!isJsonObject(field)) return [];
    // Own keys only: an inherited `constructor` is no answer.
    const value = Object.hasOwn(content, name) ? content[name] : undefined;
    if (value === undefined) return required.includes(name) && field['default'] === undefined ? [`${name} is missing`] : [];
    const problem = problemOf(field, value);
    return problem === undefined ? [] : [`${name} ${problem}`];
  });
}

/** Content with the named fields alone, absent ones filled from their defaults. */
export function fillForm(form: JsonObject, content: JsonObject): JsonObject {
  const filled: JsonObject = {};
  const properties = isJsonObject(form['properties']) ? form['properties'] : {};
  for (const [name, field] of Object.entries(properties)) {
    const value = Object.hasOwn(content, name) ? content[name] : isJsonObject(field) ? field['default'] : undefined;
    if (value !== undefined) Object.defineProperty(filled, name, { value, enumerable: true, configurable: true, writable: true });
  }
  return filled;
}

function problemOf(field: JsonObject, value: Json): string | undefined {
  switch (field['type']) {
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'must be true or false';
    case 'integer':
    case 'number':
      return problemOfNumber(field, value);
    case 'array':
      return problemOfChoices(field, value);
    default:
      return problemOfText(field, value);
  }
}

function problemOfNumber(field: JsonObject, value: Json): string | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value)) return 'must be a number';
  if (field['type'] === 'integer' && !Number.isInteger(value)) return 'must be a whole number';
  if (typeof field['minimum'] === 'number' && value < field['minimum']) return `must be at least ${field['minimum']}`;
  return typeof field['maximum'] === 'number' && value > field['maximum'] ? `must be at most ${field['maximum']}` : undefined;
}

function problemOfText(field: JsonObject, value: Json): string | undefined {
  if (typeof value !== 'string') return 'must be a text';
  const choices = choicesOf(field);
  if (choices !== undefined) return choices.includes(value) ? undefined : 'must be one of the choices';
  // Code points, as JSON Schema counts them.
  const { length } = Array.from(value);
  if (typeof field['minLength'] === 'number' && length < field['minLength']) return `must have at least ${field['minLength']} characters`;
  return typeof field['maxLength'] === 'number' && length > field['maxLength']
    ? `must have at most ${field['maxLength']} characters`
    : undefined;
}

function problemOfChoices(field: JsonObject, value: Json): string | undefined {
  const choices = isJsonObject(field['items']) ? choicesOf(field['items']) : undefined;
  if (!Array.isArray(value) || !value.every((item) => choices?.includes(item) === true)) return 'must be a list of the choices';
  if (typeof field['minItems'] === 'number' && value.length < field['minItems']) return `needs at least ${field['minItems']} choices`;
  return typeof field['maxItems'] === 'number' && value.length > field['maxItems']
    ? `allows at most ${field['maxItems']} choices`
    : undefined;
}

function choicesOf(field: JsonObject): readonly Json[] | undefined {
  if (Array.isArray(field['enum'])) return field['enum'];
  const titled = field['oneOf'] ?? field['anyOf'];
  return Array.isArray(titled) ? titled.map((item) => (isJsonObject(item) ? (item['const'] ?? null) : null)) : undefined;
}
