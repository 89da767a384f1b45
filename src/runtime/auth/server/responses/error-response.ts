import type { Logger } from '../../../std/index.ts';
import type { HttpAnswer } from '../../../web/exchange.ts';
import { answerJson } from '../../../web/json-answer.ts';
import { ServiceError } from '../../../errors/index.ts';
import type { AuthPages } from '../pages/page-types.ts';
import { OAuthProblem, SignInProblem } from './problems.ts';

/** Answers of the token and registration endpoints, errors included (RFC 6749 section 5.1). */
export const noStore = { 'cache-control': 'no-store', pragma: 'no-cache' } as const;

/** Of a 503: seconds after which what is full may have room again. */
export const retryLater = { 'retry-after': '30' } as const;

/** Runs an endpoint that answers in JSON: whatever fails is an OAuth error, and what is not our own is logged and not shown. */
export async function answerOAuth(logger: Logger, run: () => Promise<HttpAnswer>): Promise<HttpAnswer> {
  try {
    return await run();
  } catch (failure) {
    if (failure instanceof OAuthProblem) {
      const body = { error: failure.error, error_description: failure.message };
      return answerJson(failure.status, body, { ...noStore, ...failure.headers });
    }
    const { errorId, status } = logFailure(logger, failure);
    const error = status === 503 ? 'temporarily_unavailable' : 'server_error';
    return answerJson(status, { error, error_description: `Ask the operator about error id ${errorId}` }, noStore);
  }
}

/** Runs an endpoint that answers with pages. */
export async function answerWithPage(logger: Logger, pages: AuthPages, run: () => Promise<HttpAnswer>): Promise<HttpAnswer> {
  try {
    return await run();
  } catch (failure) {
    if (failure instanceof SignInProblem) {
      const page = pages.problem({ title: 'Sign-in failed', message: failure.message }, failure.status);
      return failure.status === 503 ? { ...page, headers: { ...page.headers, ...retryLater } } : page;
    }
    const { errorId, status } = logFailure(logger, failure);
    return pages.problem(
      { title: 'Sign-in failed', message: `Something went wrong here. Ask the operator about error id ${errorId}.` },
      status,
    );
  }
}

/** A store that does not answer never admits a caller: the answer is 503, and the log has the reason. */
function logFailure(logger: Logger, failure: unknown): { errorId: string; status: number } {
  const known = failure instanceof ServiceError ? failure : new ServiceError('INTERNAL_ERROR', 'unexpected failure', { cause: failure });
  logger.error('sign-in failed', { errorId: known.errorId, failure });
  return { errorId: known.errorId, status: known.status === 503 ? 503 : 500 };
}
