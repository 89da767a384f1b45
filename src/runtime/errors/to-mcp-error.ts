import { InternalMcpError, McpError, type ErrorResultShape } from './mcp-error.ts';
import { ServiceError } from './service-error.ts';

/** Whatever was thrown as an {@link McpError}; what is none becomes an internal error, whose text stays in the log. */
export function toMcpError(thrown: unknown): McpError {
  if (thrown instanceof McpError) return thrown;
  if (thrown instanceof ServiceError) {
    const { code, data, expose, message, rpcCode, status } = thrown;
    return new McpError(code, message, { cause: thrown, expose, rpcCode, status, ...(data === undefined ? {} : { data }) });
  }
  return new InternalMcpError(thrown instanceof Error ? thrown.message : String(thrown), 'INTERNAL_ERROR', { cause: thrown });
}

/**
 * Whatever was thrown as the result of a tool.
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
