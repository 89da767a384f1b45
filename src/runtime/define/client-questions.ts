import { isJsonObject } from '../model/index.ts';
import { isRecord } from '../std/index.ts';
import type { JsonObject } from '../model/index.ts';
import type { Asking, AskOptions, Asker, ElicitAnswer, ElicitQuestion } from './asking.ts';
import { invalidParams, ServiceError } from '../errors/index.ts';
import { checkForm, fillForm } from './check-form.ts';
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

const askingOf = ({ key, ttl }: AskOptions) => ({ ...(key === undefined ? {} : { key }), ...(ttl === undefined ? {} : { ttlMs: ttl }) });

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
    ...(options.key === undefined ? {} : { key: options.key }),
    ...(options.ttl === undefined ? {} : { ttlMs: options.ttl }),
    ...(options.onlyPerson === undefined ? {} : { onlyPerson: options.onlyPerson }),
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
  return { mode: 'url', message, url: page.href, ...(options.elicitationId === undefined ? {} : { elicitationId: options.elicitationId }) };
}
