import { rowOf } from './listed-codes.ts';
import { messageOf, ServiceError, type ServiceErrorOptions } from './service-error.ts';

/** Wire form of an error inside a tool's result. */
export interface ErrorResultShape {
  /** The text, as a block. */
  readonly content: readonly [{ readonly type: 'text'; readonly text: string }];
  /** The result is an error. */
  readonly isError: true;
  /** Id, code and time of the error. */
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

  /** The same as `status`. */
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

/** Converts any thrown value to an {@link McpError}; an unknown one becomes an internal error, whose text stays in the log. */
export function toMcpError(thrown: unknown): McpError {
  if (thrown instanceof McpError) return thrown;
  if (thrown instanceof ServiceError) {
    const { code, data, expose, message, rpcCode, status } = thrown;
    return new McpError(code, message, { cause: thrown, expose, rpcCode, status, data });
  }
  return new InternalMcpError(messageOf(thrown), 'INTERNAL_ERROR', { cause: thrown });
}

/**
 * Converts any thrown value to the result of a tool.
 * @param isDev true adds the stack and the text of internal errors; never in production
 *
 * @example
 * const rows = tool({ name: 'rows', description: 'Counts rows.' })(async () => {
 *   try {
 *     return await (await fetch('https://rows.example/count')).text();
 *   } catch (thrown) {
 *     return formatMcpErrorResponse(thrown);
 *   }
 * });
 */
export const formatMcpErrorResponse = (thrown: unknown, isDev = false): ErrorResultShape => toMcpError(thrown).toMcpError(isDev);
