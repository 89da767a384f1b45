import { firstContent } from './official-sdk.mjs';
import { outcomeOf } from './outcome.mjs';

export const answersQuestions = false;

/** `MCPClient` of mcp-client; it takes no headers. */
export async function connect({ load, module, target }) {
  const { MCPClient } = await load(module);
  const client = new MCPClient({ name: 'service-clients', version: '1.0.0' });
  await client.connect(
    target.kind === 'stdio'
      ? { type: 'stdio', command: target.command, args: [...target.args], stderr: 'ignore' }
      : { type: target.kind === 'http' ? 'httpStream' : 'sse', url: target.url },
  );
  return {
    listTools: async () => (await client.getAllTools()).map(({ name }) => name),
    callTool: async (name, input) => outcomeOf(await client.callTool({ name, arguments: input })),
    callWithProgress: async (name, onProgress) =>
      outcomeOf(await client.callTool({ name, arguments: {} }, { requestOptions: { onProgress } })),
    listResources: async () => (await client.getAllResources()).map(({ uri }) => uri),
    listTemplates: async () => (await client.getAllResourceTemplates()).map(({ uriTemplate }) => uriTemplate),
    readResource: async (uri) => firstContent(await client.getResource({ uri })),
    listPrompts: async () => (await client.getAllPrompts()).map(({ name }) => name),
    getPrompt: async (name, input) => JSON.stringify((await client.getPrompt({ name, arguments: input })).messages),
    close: () => client.close(),
  };
}
