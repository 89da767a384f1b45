import { invalidParams, ServiceError } from '../errors/index.ts';
import type { JsonObject } from '../model/index.ts';
import type { CallFrame } from './call-frame.ts';
import { jsonSchemaOfInput, parseWith } from './schema.ts';
import type { HandlerInput, InputSchema } from './schema-types.ts';

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
  readonly status: 'accept' | 'decline' | 'cancel';
  readonly content?: T;
}

const defaultTtlMs = 300_000;

/** Asks the person behind the client and checks the answer against the schema. */
export async function elicit<S extends InputSchema>(
  frame: CallFrame,
  question: { readonly message: string; readonly schema: S; readonly options: ElicitOptions },
): Promise<ElicitAnswer<HandlerInput<S>>>;
export async function elicit(
  frame: CallFrame,
  question: { readonly message: string; readonly schema: InputSchema; readonly options: ElicitOptions },
): Promise<ElicitAnswer<unknown>> {
  const { options } = question;
  const answer = await withDeadline(
    frame.ask({ ...(options.key === undefined ? {} : { key: options.key }), method: 'elicitation/create', params: paramsOf(question) }),
    options.ttl ?? defaultTtlMs,
  );
  const status = answer['action'];
  if (status !== 'accept' && status !== 'decline' && status !== 'cancel')
    throw invalidParams('The answer to elicitation/create needs "action": accept, decline or cancel');
  if (status !== 'accept' || options.mode === 'url') return { status };
  const { schema } = question;
  const outcome = await parseWith(schema, answer['content'] ?? {});
  if (outcome.issues === undefined) return { status, content: outcome.value };
  throw invalidParams(
    `The answer to "${question.message}" does not fit what was asked: ${outcome.issues.map((issue) => issue.message).join('; ')}`,
  );
}

function paramsOf({
  message,
  schema,
  options,
}: {
  readonly message: string;
  readonly schema: InputSchema;
  readonly options: ElicitOptions;
}): JsonObject {
  if (options.mode !== 'url') {
    const requestedSchema = jsonSchemaOfInput(schema);
    delete requestedSchema['$schema'];
    return { mode: 'form', message, requestedSchema };
  }
  if (options.url === undefined) throw new ServiceError('INVALID_INPUT', 'elicit in url mode needs { url }');
  return {
    mode: 'url',
    message,
    url: options.url,
    ...(options.elicitationId === undefined ? {} : { elicitationId: options.elicitationId }),
  };
}

async function withDeadline(answer: Promise<JsonObject>, ttlMs: number): Promise<JsonObject> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new ServiceError('ELICITATION_TIMEOUT', `No answer within ${ttlMs}ms`)), ttlMs);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
