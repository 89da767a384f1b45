import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { info, registerTools } from './tool-list.mjs';

const handler = createMcpHandler(() => registerTools(new McpServer(info)));
export default { fetch: (request) => handler.fetch(request) };
