import type { AuthContext } from '../../define/auth-context.ts';
import type { CallRequest } from '../../mcp/call/channel.ts';
import type { HttpExchange } from '../../web/exchange.ts';

/** What a call may know of its HTTP request. Read when asked for: most calls never look. */
export class HttpOrigin implements HttpFacts {
  readonly #exchange: HttpExchange;
  #custom: Record<string, string> | undefined;

  constructor(exchange: HttpExchange) {
    this.#exchange = exchange;
  }

  get userAgent(): string | undefined {
    return this.#exchange.header('user-agent');
  }
  get contentType(): string | undefined {
    return this.#exchange.header('content-type');
  }
  get accept(): string | undefined {
    return this.#exchange.header('accept');
  }
  get traceparent(): string | undefined {
    return this.#exchange.header('traceparent');
  }
  get tracestate(): string | undefined {
    return this.#exchange.header('tracestate');
  }
  get baggage(): string | undefined {
    return this.#exchange.header('baggage');
  }
  get clientIp(): string | undefined {
    return this.#exchange.peerAddress;
  }

  /** Headers named `x-service-*`. */
  get customHeaders(): Readonly<Record<string, string>> {
    if (this.#custom !== undefined) return this.#custom;
    const custom: Record<string, string> = {};
    this.#exchange.eachHeader((name, value) => {
      if (name.startsWith('x-service-')) custom[name] = value;
    });
    this.#custom = custom;
    return custom;
  }
}

type HttpFacts = CallRequest['http'];

/** An exchange whose caller is known. */
export interface AuthenticatedExchange {
  readonly exchange: HttpExchange;
  readonly auth: AuthContext;
  /** Where the session is not named by a header. */
  readonly sessionId?: string | undefined;
}
