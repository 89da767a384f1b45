import { encodeError, type RequestId, type RpcErrorBody } from '../mcp/json-rpc.ts';
import { escapeHtml } from '../std/index.ts';
import type { HttpAnswer } from '../web/exchange.ts';
import { answerJson, answerJsonText } from '../web/json-answer.ts';

export function answerRpcError(status: number, error: RpcErrorBody & { id?: RequestId }): HttpAnswer {
  return answerJsonText(status, encodeError(error.id, error));
}

export function answerEmpty(status: number, headers: HttpAnswer['headers'] = {}): HttpAnswer {
  return { status, headers };
}

export function answerForbidden(message: string): HttpAnswer {
  return answerJson(403, { error: 'Forbidden', message });
}

/** The fixed body of a refused address, with `id: null`. */
export function answerTooLarge(limit: number, length: number): HttpAnswer {
  const error = { code: -32600, message: 'Payload Too Large', data: { limit, length } };
  return answerJson(413, { jsonrpc: '2.0', id: null, error });
}

/** `allow` names what the path does serve (RFC 9110 section 15.5.6). */
export function answerMethodNotAllowed(allow: readonly string[]): HttpAnswer {
  return answerJsonText(405, encodeError(undefined, { code: -32000, message: 'Method not allowed' }), { allow: allow.join(', ') });
}

/** The page of an unknown path. Nothing may run in it, and the path in it is text. */
export function answerNotFoundPage(method: string, path: string): HttpAnswer {
  const shown = escapeHtml(`Cannot ${method} ${path}`);
  const body = `<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>Error</title>\n</head>\n<body>\n<pre>${shown}</pre>\n</body>\n</html>\n`;
  return { status: 404, headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': "default-src 'none'" }, body };
}

/** A full server refuses newcomers: it never ends a session or stream in use. */
export const answerBusy = (error: string): HttpAnswer => answerJsonText(503, JSON.stringify({ error }), { 'retry-after': '5' });
