import { rowOf } from './listed-codes.ts';
import { ServiceError, type ServiceErrorOptions } from './service-error.ts';

/** Wire form of an error inside a tool's result. */
export interface ErrorResultShape {
  readonly content: readonly [{ readonly type: 'text'; readonly text: string }];
  readonly isError: true;
  readonly _meta: { readonly errorId: string; readonly code: string; readonly timestamp: string; readonly stack?: string };
}

/**
 * Base of the errors that a tool, resource or prompt may throw.
 *
 * @example
 * throw new PublicMcpError('The city is unknown', 'CITY_UNKNOWN', 404);
 */
export class McpError extends ServiceError {
  override readonly name: string = 'McpError';

  constructor(code: string, message: string, options: ServiceErrorOptions = {}) {
    super(code, message, { ...rowOf(code), ...options });
  }

  get statusCode(): number {
    return this.status;
  }

  /** Text for the log. */
  getInternalMessage(): string {
    return this.message;
  }

  /**
   * The error as a tool's result.
   * @param isDev true adds the stack and the text of internal errors; never in production
   */
  toMcpError(isDev = false): ErrorResultShape {
    const text = isDev ? this.message : this.getPublicMessage();
    const meta = { errorId: this.errorId, code: this.code, timestamp: new Date().toISOString() };
    return {
      content: [{ type: 'text', text }],
      isError: true,
      _meta: isDev && this.stack !== undefined ? { ...meta, stack: this.stack } : meta,
    };
  }
}

/** An error whose text the caller may read. */
export class PublicMcpError extends McpError {
  override readonly name: string = 'PublicMcpError';

  constructor(message: string, code = 'PUBLIC_ERROR', status = 400) {
    super(code, message, { status, expose: true });
  }
}

/** An error whose text stays in the log; the caller gets an error id. */
export class InternalMcpError extends McpError {
  override readonly name: string = 'InternalMcpError';

  constructor(message: string, code = 'INTERNAL_ERROR', options: Pick<ServiceErrorOptions, 'cause'> = {}) {
    super(code, message, { status: rowOf(code).expose ? 500 : rowOf(code).status, expose: false, ...options });
  }
}

/** True for an error whose text may be sent to callers. */
export const isPublicError = (error: unknown): boolean => error instanceof ServiceError && error.expose;
