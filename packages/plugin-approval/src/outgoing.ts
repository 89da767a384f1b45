import { isRecord, readBody } from '@service/sdk/internal';

/** Milliseconds that another system may take for one answer. */
const answerMs = 5000;
/** Bytes of an answer. */
const maxAnswer = 16_384;

/** Another system gave no answer that can be used; the text names no secret. */
export class NoAnswer extends Error {
  /** Another try may bring one. */
  readonly mayRecover: boolean;

  constructor(text: string, mayRecover: boolean) {
    super(text);
    this.mayRecover = mayRecover;
  }
}

interface Outgoing {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What another system says to a JSON text; redirects are refused, because proofs and tokens go to one host. @throws {NoAnswer} */
export async function post({
  body,
  headers,
  url,
}: Outgoing): Promise<{ readonly status: number; readonly value: Readonly<Record<string, unknown>> }> {
  const signal = AbortSignal.timeout(answerMs);
  let response: Response;
  try {
    response = await fetch(url, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...headers },
      redirect: 'manual',
      signal,
    });
  } catch {
    throw new NoAnswer(signal.aborted ? `it did not answer within ${answerMs} ms` : 'it could not be reached', true);
  }
  const { status, type } = response;
  if (type === 'opaqueredirect' || (status >= 300 && status < 400)) {
    await response.body?.cancel();
    throw new NoAnswer('it redirects, which is refused: write the address that answers', false);
  }
  if (status >= 400) {
    await response.body?.cancel();
    throw new NoAnswer(`it answered with status ${status}`, status >= 500 || status === 429 || status === 408);
  }
  return { status, value: await jsonOf(response) };
}

/** No members where the answer is no object in JSON. @throws {NoAnswer} for a body that is too large, or never ends */
async function jsonOf(response: Response): Promise<Readonly<Record<string, unknown>>> {
  let text: string;
  try {
    text = new TextDecoder().decode(await readBody(response, maxAnswer));
  } catch {
    throw new NoAnswer(`its answer has more than ${maxAnswer} bytes, or did not end`, false);
  }
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

/** Waits; the signal ends it early. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    if (signal.aborted) done();
    else signal.addEventListener('abort', done);
  });

/** The token that came with a call, with its scheme. */
export const bearerOf = (header: string | undefined): string | undefined => (header?.startsWith('Bearer ') === true ? header : undefined);
