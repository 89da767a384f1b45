import { outcomeOfValue } from './outcome.mjs';
import { connectSignedIn } from './sign-in.mjs';

export const answersQuestions = false;

/** `MultiServerMCPClient` of @langchain/mcp-adapters: its tools are called as a chain calls them. */
export async function connect({ load, module, signIn, target }) {
  const { MultiServerMCPClient } = await load(module);
  const server =
    target.kind === 'stdio'
      ? { transport: 'stdio', command: target.command, args: [...target.args], stderr: 'ignore' }
      : { transport: target.kind, url: target.url, headers: { ...target.headers }, ...(signIn && { authProvider: signIn.provider }) };
  const open = async () => {
    const client = new MultiServerMCPClient({ mcpServers: { server }, useStandardContentBlocks: true, throwOnLoadError: true });
    const tools = new Map((await client.getTools()).map((tool) => [tool.name, tool]));
    return sessionOf(client, tools);
  };
  return connectSignedIn(signIn, open, async (back) => {
    const { auth } = await load('@modelcontextprotocol/sdk/client/auth.js');
    await auth(signIn.provider, { serverUrl: target.url, authorizationCode: back.searchParams.get('code') });
  });
}

const sessionOf = (client, tools) => ({
  listTools: async () => [...tools.keys()],
  callTool: async (name, input) => {
    const tool = tools.get(name);
    if (tool === undefined) throw new Error(`no tool ${name}`);
    return outcomeOfValue(await tool.invoke(input));
  },
  listResources: async () => (await client.listResources('server')).server.map(({ uri }) => uri),
  listTemplates: async () => (await client.listResourceTemplates('server')).server.map(({ uriTemplate }) => uriTemplate),
  readResource: async (uri) => {
    const [first] = await client.readResource('server', uri);
    return first.text ?? first.blob;
  },
  close: () => client.close(),
});
