// A low-level server of the official SDK 2.x: requests are named by their method, and one handler answers for all tools.
import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';

const tools = [
  {
    name: 'reverse',
    description: 'Turns a text round.',
    inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  },
  {
    name: 'sum',
    description: 'Adds numbers.',
    inputSchema: { type: 'object', properties: { numbers: { type: 'array', items: { type: 'number' } } }, required: ['numbers'] },
  },
];

const server = new Server({ name: 'low', version: '1.0.0' }, { capabilities: { tools: {}, resources: {}, prompts: {} } });

server.setRequestHandler('tools/list', async () => ({ tools }));
server.setRequestHandler('tools/call', async ({ params: { arguments: given = {}, name } }) => {
  if (name === 'reverse') return { content: [{ type: 'text', text: Array.from(String(given.text)).reverse().join('') }] };
  if (!Array.isArray(given.numbers)) throw new ProtocolError(ProtocolErrorCode.InvalidRequest, 'numbers must be a list');
  return { content: [{ type: 'text', text: String(given.numbers.reduce((sum, one) => sum + Number(one), 0)) }] };
});

server.setRequestHandler('resources/list', async () => ({
  resources: [{ uri: 'low://motto', name: 'motto', mimeType: 'text/plain' }],
}));
server.setRequestHandler('resources/read', async ({ params: { uri } }) => ({
  contents: [{ uri, mimeType: 'text/plain', text: 'Less is more' }],
}));

server.setRequestHandler('prompts/list', async () => ({
  prompts: [{ name: 'greet', description: 'Greets.', arguments: [{ name: 'who', required: true }] }],
}));
server.setRequestHandler('prompts/get', async ({ params: { arguments: given = {} } }) => ({
  messages: [{ role: 'user', content: { type: 'text', text: `Hello, ${given.who}` } }],
}));

await server.connect(new StdioServerTransport());
