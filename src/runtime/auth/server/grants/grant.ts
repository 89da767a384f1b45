import type { ServerAddress } from '../address/server-address.ts';
import type { HttpAnswer, HttpExchange } from '../../../web/exchange.ts';
import type { FormFields } from '../../../web/form.ts';

/** One `grant_type` of `/oauth/token`. */
export interface Grant {
  readonly type: string;
  exchange(request: GrantRequest): Promise<HttpAnswer>;
}

export interface GrantRequest {
  readonly form: FormFields;
  readonly exchange: HttpExchange;
  readonly address: ServerAddress;
}
