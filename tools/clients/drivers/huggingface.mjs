import { createServer } from 'node:http';

export const answersQuestions = false;

/** `McpClient` of @huggingface/mcp-client: a stand-in for the model asks for each call. */
export async function connect({ load, module, target }) {
  const { McpClient } = await load(module);
  const model = await startModel();
  const client = new McpClient({ endpointUrl: model.url, model: 'stand-in', apiKey: 'none' });
  const remote = { url: target.url, options: { requestInit: { headers: target.headers ?? {} } } };
  try {
    await client.addMcpServer(
      target.kind === 'stdio'
        ? { type: 'stdio', config: { command: target.command, args: [...target.args] } }
        : { type: target.kind, config: remote },
    );
  } catch (error) {
    model.close();
    throw error;
  }
  return {
    listTools: async () => client.availableTools.map(({ function: { name } }) => name),
    callTool: async (name, input) => {
      const messages = [{ role: 'user', content: JSON.stringify({ name, arguments: JSON.stringify(input) }) }];
      for await (const message of client.processSingleTurnWithTools(messages))
        if (message.role === 'tool') return { text: message.content, raw: message.content };
      throw new Error('the client called no tool');
    },
    close: async () => {
      model.close();
      await client.cleanup();
    },
  };
}

/** Answers each chat completion with the tool call that the person's message names. */
async function startModel() {
  const server = createServer(async (request, response) => {
    const { messages } = JSON.parse(await new Response(request).text());
    const call = JSON.parse(messages.at(-1).content);
    const delta = { role: 'assistant', tool_calls: [{ index: 0, id: 'call-1', type: 'function', function: call }] };
    response.setHeader('content-type', 'text/event-stream');
    response.end(`data: ${JSON.stringify({ id: '1', choices: [{ index: 0, delta, finish_reason: 'tool_calls' }] })}\n\ndata: [DONE]\n\n`);
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  return { url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}
