/** A JSON-RPC message on its way over HTTP. */
export interface Message {
  readonly id: number;
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

export const callParams = { name: 'add', arguments: { a: 2, b: 3 } };
const client = { name: 'bench', version: '1.0.0' };

/** What every request of 2026-07-28 says of itself. */
const envelope = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': client,
  'io.modelcontextprotocol/clientCapabilities': {},
};

export const initializeParams = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: client };

export const modernBody = ({ id, method, params = {} }: Message): string =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params: { ...params, _meta: envelope } });
export const legacyBody = ({ id, method, params = {} }: Message): string => JSON.stringify({ jsonrpc: '2.0', id, method, params });

export type Headers = Readonly<Record<string, string>>;

export const modernHeaders = ({ method, params }: Message): Headers => ({
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': method,
  ...(typeof params?.['name'] === 'string' ? { 'mcp-name': params['name'] } : {}),
});
export const legacyHeaders = (session?: string): Headers => ({
  'mcp-protocol-version': '2025-11-25',
  ...(session === undefined ? {} : { 'mcp-session-id': session }),
});

/** A POST as it goes over the wire, so that the generator builds nothing. */
export function printPost(port: number, headers: Headers, body: string): string {
  const all = {
    host: `127.0.0.1:${port}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'content-length': String(Buffer.byteLength(body)),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST /mcp HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}
