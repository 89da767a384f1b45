// Stateless: a worker has no process that sessions could live in.
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { info, registerTools } from './tool-list.mjs';

export default {
  async fetch(request) {
    const transport = new WebStandardStreamableHTTPServerTransport({ sessionIdGenerator: undefined });
    await registerTools(new McpServer(info)).connect(transport);
    return transport.handleRequest(request);
  },
};
