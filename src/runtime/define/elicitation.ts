import { invalidParams, ServiceError } from '../errors/index.ts';
import type { JsonObject } from '../model/index.ts';
import { checkForm, fillForm } from './check-form.ts';
import type { CallFrame } from './call-frame.ts';
import { formOf, isFormSchema, type ElicitContent, type ElicitSchema } from './form-schema.ts';
import { isRawShape, isStandardSchema, issueLines, validateShape, validateWith, type SchemaOutcome } from './schema.ts';

export interface ElicitOptions {
  /** `form` asks for fields; `url` sends the person to a page. `form` when absent. */
  readonly mode?: 'form' | 'url';
  /** Milliseconds to wait; 300000 when absent. */
  readonly ttl?: number;
  readonly elicitationId?: string;
  /** Of the page, in `url` mode; never with data of the person or a link that signs in. */
  readonly url?: string;
  /** Tells several questions of one call apart; by order when absent. */
  readonly key?: string;
}

export interface ElicitAnswer<T> {
  /** In `url` mode `accept` means that the person agreed to open the page, not that they are done there. */
  readonly status: 'accept' | 'decline' | 'cancel';
  /** Checked against the schema; only of an accepted form. */
  readonly content?: T;
}

interface ElicitQuestion<S extends ElicitSchema> {
  readonly message: string;
  readonly schema: S;
  readonly options: ElicitOptions;
}

/** Asks the person behind the client and checks the answer against the schema. */
export async function elicit<S extends ElicitSchema>(
  frame: CallFrame,
  question: ElicitQuestion<S>,
): Promise<ElicitAnswer<ElicitContent<S>>>;
export async function elicit(frame: CallFrame, question: ElicitQuestion<ElicitSchema>): Promise<ElicitAnswer<unknown>> {
  const { options, schema } = question;
  const form = options.mode === 'url' ? undefined : formOf(schema);
  const parse = async (content: JsonObject): Promise<SchemaOutcome> => {
    const problems = checkForm(form ?? {}, content);
    if (problems.length > 0) return { issues: problems.map((message) => ({ message })) };
    if (isFormSchema(schema)) return { value: fillForm(form ?? {}, content) };
    if (isStandardSchema(schema)) return validateWith(schema, content);
    return isRawShape(schema) ? validateShape(schema, content) : { issues: [{ message: 'not a schema' }] };
  };
  const answer = await frame.ask({
    ...(options.key === undefined ? {} : { key: options.key }),
    ...(options.ttl === undefined ? {} : { ttlMs: options.ttl }),
    method: 'elicitation/create',
    params: form === undefined ? pageParams(question) : { mode: 'form', message: question.message, requestedSchema: form },
    problemOf: (given) => problemOfAnswer(given, form === undefined ? undefined : parse),
  });
  const status = statusOf(answer);
  if (status !== 'accept' || form === undefined) return { status };
  const outcome = await parse(contentOf(answer) ?? {});
  if (outcome.issues === undefined) return { status, content: outcome.value };
  throw invalidParams(`The answer to "${question.message}" does not fit what was asked: ${issueLines(outcome.issues).join('; ')}`);
}

function statusOf({ action }: JsonObject): ElicitAnswer<unknown>['status'] {
  return action === 'accept' || action === 'decline' ? action : 'cancel';
}

function contentOf({ content }: JsonObject): JsonObject | undefined {
  return typeof content === 'object' && content !== null && !Array.isArray(content) ? content : undefined;
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
  // A link that signs somebody in could be used by whoever sees it.
  if (page.username !== '' || page.password !== '')
    throw new ServiceError('INVALID_DECORATOR_METADATA', 'elicit in url mode: the url must not hold credentials');
  return { mode: 'url', message, url: page.href, ...(options.elicitationId === undefined ? {} : { elicitationId: options.elicitationId }) };
}
