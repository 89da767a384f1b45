// The official SDK 1.x as its examples serve it: express, event streams. `session` | `stateless` | `stdio`.
import { randomUUID } from 'node:crypto';
import { createMcpExpressApp } from '@modelcontextprotocol/sdk/server/express.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { info, registerTools } from './tool-list.mjs';

const createServer = () => registerTools(new McpServer(info));
const transports = new Map();
const mode = process.argv[2];

if (mode === 'stdio') await createServer().connect(new StdioServerTransport());
else
  createMcpExpressApp()
    .all('/mcp', mode === 'session' ? inSession : alone)
    .listen(Number(process.env.PORT), '127.0.0.1');

async function inSession(request, response) {
  const id = request.headers['mcp-session-id'];
  const known = id === undefined ? undefined : transports.get(id);
  if (known !== undefined) return known.handleRequest(request, response, request.body);
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    onsessioninitialized: (made) => transports.set(made, transport),
  });
  await createServer().connect(transport);
  return transport.handleRequest(request, response, request.body);
}

async function alone(request, response) {
  const server = createServer();
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });
  response.on('close', () => {
    void transport.close();
    void server.close();
  });
  await server.connect(transport);
  return transport.handleRequest(request, response, request.body);
}
