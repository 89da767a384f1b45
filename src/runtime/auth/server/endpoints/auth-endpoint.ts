import type { HttpAnswer, HttpExchange } from '../../../web/exchange.ts';

/** A path of the authorization server; features turn it into a route. */
export interface AuthEndpoint {
  /** `POST`, `GET`; `HEAD` is answered like `GET`. */
  readonly method: string;
  readonly path: string;
  /** Pages: no page of another origin reads them, whatever `http.cors` says. */
  readonly refusesCors?: true;
  /** No answer of the path may be cached, refusals before the endpoint included. */
  readonly noStore?: true;
  readonly answer: (exchange: HttpExchange) => Promise<HttpAnswer> | HttpAnswer;
}
