import type { HttpAnswer, HttpExchange } from '../../../web/exchange.ts';
import { answerJson } from '../../../web/json-answer.ts';
import type { CallerVerdict } from '../../verify/challenge.ts';

/** `GET /oauth/userinfo`: who the bearer token is. */
export const userinfo =
  (identify: (exchange: HttpExchange) => Promise<CallerVerdict>) =>
  async (exchange: HttpExchange): Promise<HttpAnswer> => {
    const verdict = await identify(exchange);
    if ('answer' in verdict) return verdict.answer;
    const { email, name, sub } = verdict.auth.user;
    // JSON leaves out what the token does not know.
    return answerJson(200, { sub, email, name }, { 'cache-control': 'no-store' });
  };
