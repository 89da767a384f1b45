// The official SDK 2.x as its documentation serves it. `session` | `stateless` (2026-07-28) | `stdio`.
import { randomUUID } from 'node:crypto';
import { createServer as createHttpServer } from 'node:http';
import { NodeStreamableHTTPServerTransport, toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { info, registerTools } from './tool-list.mjs';

const createServer = () => registerTools(new McpServer(info));
const transports = new Map();
const mode = process.argv[2];

if (mode === 'stdio') await serveStdio(createServer);
else {
  const handle = mode === 'session' ? inSession : toNodeHandler(createMcpHandler(createServer));
  createHttpServer(handle).listen(Number(process.env.PORT), '127.0.0.1');
}

async function inSession(request, response) {
  const id = request.headers['mcp-session-id'];
  const known = id === undefined ? undefined : transports.get(id);
  if (known !== undefined) return known.handleRequest(request, response);
  const transport = new NodeStreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    onsessioninitialized: (made) => transports.set(made, transport),
  });
  await createServer().connect(transport);
  return transport.handleRequest(request, response);
}
