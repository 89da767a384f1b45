import { isRecord } from '../../../std/index.ts';
import type { ExtraAnswer } from '../../../auth-ui/index.ts';
import { requestFailed } from '../../../auth-ui/request-failed.ts';
import type { AuthExtra } from '../../../define/sign-in-options.ts';
import { ServiceError } from '../../../errors/index.ts';
import type { Json, JsonObject } from '../../../model/index.ts';
import type { HttpExchange } from '../../../web/exchange.ts';
import { parseFields, readText } from '../../../web/form.ts';
import { answerJson } from '../../../web/json-answer.ts';
import { delayed } from '../guessing/guarded-authenticate.ts';
import type { GuessGuard } from '../guessing/guess-guard.ts';
import { attemptOriginOf } from '../guessing/guess-subjects.ts';
import { changeSignIn, maxAttempts } from '../sign-in/attempts.ts';
import { noStore, retryLater } from '../responses/error-response.ts';
import { SignInProblem } from '../responses/problems.ts';
import { checkCsrf } from '../checks/check-csrf.ts';
import type { AuthorizationServices } from '../authorization-services.ts';
import type { AuthEndpoint } from '../endpoints/auth-endpoint.ts';
import type { ExtraProgress, PendingSignIn } from '../sign-in/pending-sign-in.ts';
import type { SignInFlow } from '../sign-in/sign-in-step.ts';

export interface ExtraEndpointOptions extends Pick<AuthorizationServices, 'logger'> {
  readonly flow: SignInFlow;
  readonly extras: Readonly<Record<string, AuthExtra>>;
  readonly guesses: Pick<GuessGuard, 'admit'>;
}

/** Bytes of one request, and of everything that the extras of one sign-in added. */
const maxBytes = 65_536;
/** Requests of one sign-in. */
const maxCalls = 100;
const nothing: ExtraProgress = { calls: 0, refused: 0, items: {}, sideEffects: {} };

/** `POST /oauth/ui/extra`: a page of the author's own asks something before its form is sent. */
export const extra = (options: ExtraEndpointOptions): AuthEndpoint => ({
  method: 'POST',
  path: '/oauth/ui/extra',
  refusesCors: true,
  noStore: true,
  answer: async (exchange) => {
    try {
      const answer = await answerExtra(options, exchange);
      if (!('retryAfterSeconds' in answer)) return answerJson(200, { ...answer }, noStore);
      const { message, ok, retryAfterSeconds } = answer;
      return answerJson(200, { ok, error: message }, { ...noStore, 'retry-after': String(retryAfterSeconds) });
    } catch (failure) {
      if (failure instanceof SignInProblem) return answerJson(failure.status, { ok: false, error: failure.message }, headersOf(failure));
      const known =
        failure instanceof ServiceError ? failure : new ServiceError('INTERNAL_ERROR', 'unexpected failure', { cause: failure });
      options.logger.error('a request of a sign-in page failed', { errorId: known.errorId, failure });
      const error = `Something went wrong here. Ask the operator about error id ${known.errorId}.`;
      return answerJson(known.status === 503 ? 503 : 500, { ok: false, error }, noStore);
    }
  },
});

const headersOf = ({ status }: SignInProblem): Record<string, string> => (status === 503 ? { ...noStore, ...retryLater } : noStore);

async function answerExtra(options: ExtraEndpointOptions, exchange: HttpExchange): Promise<ExtraAnswer | ReturnType<typeof delayed>> {
  const { action, csrf, pending_auth_id: id, ...input } = await readInput(exchange);
  const run = typeof action === 'string' && Object.hasOwn(options.extras, action) ? options.extras[action] : undefined;
  if (typeof action !== 'string' || run === undefined) throw new SignInProblem('Unknown action');
  if (typeof id !== 'string' || typeof csrf !== 'string') throw new SignInProblem('pending_auth_id and csrf are required');
  const found = await options.flow.find(exchange, id);
  await checkCsrf(found, csrf);
  return options.flow.exclusive(exchange, found, (signIn) => runAction(options, { exchange, found: signIn, action, input, run }));
}

interface Asked {
  readonly exchange: HttpExchange;
  readonly found: PendingSignIn;
  readonly action: string;
  readonly input: JsonObject;
  readonly run: AuthExtra;
}

async function runAction(
  options: ExtraEndpointOptions,
  { action, exchange, found, input, run }: Asked,
): Promise<ExtraAnswer | ReturnType<typeof delayed>> {
  const change = (read: PendingSignIn, next: (progress: ExtraProgress) => ExtraProgress): Promise<PendingSignIn> =>
    changeSignIn(
      options.flow,
      { found: read, again: () => options.flow.find(exchange, read.id), signal: exchange.signal },
      (stored): PendingSignIn => ({ ...stored, extras: next(progressOf(stored)) }),
    );
  const signIn = await change(found, countCall);
  // Behind an extra may be a code that could be guessed, on fresh pages as well as on one.
  const admitted = await options.guesses.admit({ ...attemptOriginOf(exchange), identifiers: [], page: signIn.id });
  if ('waitMs' in admitted) return delayed(admitted.waitMs);
  const { peerAddress: address } = exchange;
  const context = { name: action, pendingAuthId: signIn.id, current: progressOf(signIn).items[action] ?? [] };
  const given = await runExtra(options, { input, run, context: { ...context, ...(address === undefined ? {} : { address }) } });
  await (given.ok ? admitted.succeeded() : admitted.failed());
  const added = progressOf(await change(signIn, (read) => keep(read, action, given))).items[action];
  return { ...given, ...(added === undefined ? {} : { addedItems: added }) };
}

/** JSON, or a form; of a repeated field of a form the first value. */
async function readInput(exchange: HttpExchange): Promise<JsonObject> {
  const body = await readText(exchange, maxBytes);
  if (!('text' in body)) throw new SignInProblem(body.problem, body.status);
  const type = (exchange.header('content-type') ?? '').split(';')[0]?.trim().toLowerCase();
  if (type === 'application/x-www-form-urlencoded')
    return Object.fromEntries([...parseFields(body.text)].map(([name, [value = '']]) => [name, value]));
  if (type !== 'application/json') throw new SignInProblem('Content-Type must be application/json or application/x-www-form-urlencoded');
  const value = parseJson(body.text);
  if (!isRecord(value)) throw new SignInProblem('the body must be a JSON object');
  return value;
}

function parseJson(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    throw new SignInProblem('the body is not JSON');
  }
}

const progressOf = ({ extras = nothing }: PendingSignIn): ExtraProgress => extras;

/** Counted before it runs, by a swap, so that a hundred requests at once are not all the first. */
function countCall(read: ExtraProgress): ExtraProgress {
  if (read.calls >= maxCalls || read.refused >= maxAttempts) throw new SignInProblem('Authorization request has expired');
  return { ...read, calls: read.calls + 1 };
}

function keep(read: ExtraProgress, action: string, { addedItems, ok, sideEffects }: ExtraAnswer): ExtraProgress {
  const next = {
    ...read,
    refused: ok ? read.refused : read.refused + 1,
    items: addedItems === undefined ? read.items : { ...read.items, [action]: [...(read.items[action] ?? []), ...addedItems] },
    sideEffects: sideEffects === undefined ? read.sideEffects : { ...read.sideEffects, [action]: sideEffects },
  };
  if (JSON.stringify(next).length > maxBytes) throw new SignInProblem('Too much was added to this sign-in', 413);
  return next;
}

interface Running {
  readonly input: JsonObject;
  readonly run: AuthExtra;
  readonly context: Parameters<AuthExtra>[1];
}

async function runExtra({ logger }: ExtraEndpointOptions, { context, input, run }: Running): Promise<ExtraAnswer> {
  try {
    return readAnswer(await run(input, context));
  } catch (failure) {
    logger.error('a function of auth.extras failed', { extra: context.name, failure });
    return { ok: false, error: requestFailed };
  }
}

/** `ok` unless it says otherwise; what is no plain data is an error of the author's. */
function readAnswer(value: unknown): ExtraAnswer {
  if (value === undefined) return { ok: true };
  const text = JSON.stringify(value) as string | undefined;
  const answer: unknown = text === undefined ? undefined : JSON.parse(text);
  if (!isRecord(answer)) throw new Error('expected { ok?, error?, addedItems?, sideEffects? }');
  const { addedItems, error, ok = true, sideEffects } = answer as { [member in keyof ExtraAnswer]?: Json };
  if (typeof ok !== 'boolean') throw new Error('ok must be true or false');
  return {
    ok,
    ...(typeof error === 'string' ? { error } : {}),
    ...(Array.isArray(addedItems) ? { addedItems } : {}),
    ...(isRecord(sideEffects) ? { sideEffects } : {}),
  };
}
