import type { Json, JsonObject } from '@service/sdk/model';
import type { JsonRpcResponse } from '../client/messages.ts';
import { clearTimeout, setTimeout } from '../clock.ts';

/** A JSON-RPC response before its `id` is known. */
export type ResponseBody = Omit<JsonRpcResponse, 'id' | 'jsonrpc'> & Partial<Pick<JsonRpcResponse, 'id' | 'jsonrpc'>>;

const error = (code: number, message: string, data?: Json): ResponseBody => ({
  jsonrpc: '2.0',
  error: { code, message, ...(data === undefined ? {} : { data }) },
});

/** Contents of a resource as they are, and any other data as JSON. */
function contentsOf(content: string | JsonObject): JsonObject {
  if (typeof content === 'string') return { mimeType: 'text/plain', text: content };
  return 'text' in content || 'blob' in content ? content : { mimeType: 'application/json', text: JSON.stringify(content) };
}

const success = (result: JsonObject): ResponseBody => ({ jsonrpc: '2.0', result });

/**
 * Responses for `mcp.mock.add` and interceptors.
 * @example
 * mcp.mock.add({ method: 'prompts/list', response: mockResponse.errors.methodNotFound('prompts/list') });
 */
export const mockResponse = {
  success,
  error,
  /** A result of a tool: a text becomes one text block, blocks stay. */
  toolResult: (content: string | readonly JsonObject[], isError = false): ResponseBody =>
    success({
      content: typeof content === 'string' ? [{ type: 'text', text: content }] : [...content],
      ...(isError ? { isError } : {}),
    }),
  toolsList: (tools: readonly JsonObject[], nextCursor?: string): ResponseBody =>
    success({ tools: [...tools], ...(nextCursor === undefined ? {} : { nextCursor }) }),
  resourcesList: (resources: readonly JsonObject[], nextCursor?: string): ResponseBody =>
    success({ resources: [...resources], ...(nextCursor === undefined ? {} : { nextCursor }) }),
  /** A read resource: a text, contents with `text` or `blob`, or data that is sent as JSON. */
  resourceRead: (uri: string, content: string | JsonObject): ResponseBody => success({ contents: [{ uri, ...contentsOf(content) }] }),
  errors: {
    methodNotFound: (method: string): ResponseBody => error(-32_601, `Method not found: ${method}`),
    toolNotFound: (name: string): ResponseBody => error(-32_602, `Tool not found: ${name}`, { name }),
    invalidParams: (message = 'Invalid params'): ResponseBody => error(-32_602, message),
    internalError: (message = 'Internal error'): ResponseBody => error(-32_603, message),
    resourceNotFound: (uri: string): ResponseBody => error(-32_002, `Resource not found: ${uri}`, { uri }),
    unauthorized: (message = 'Unauthorized'): ResponseBody => error(-32_001, message),
    forbidden: (message = 'Forbidden'): ResponseBody => error(-32_003, message),
  },
} as const;

/** Resolves after so many milliseconds. @throws the reason of the signal once it is aborted */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  let timer: NodeJS.Timeout | undefined;
  await new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => resolve(), { once: true });
  });
  clearTimeout(timer);
  signal?.throwIfAborted();
}
