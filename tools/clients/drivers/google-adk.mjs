import { outcomeOf } from './outcome.mjs';
import { connectSignedIn } from './sign-in.mjs';

export const answersQuestions = false;

/** `MCPToolset` of @google/adk. */
export async function connect({ load, module, signIn, target }) {
  const { MCPToolset } = await load(module);
  const connection =
    target.kind === 'stdio'
      ? { type: 'StdioConnectionParams', serverParams: { command: target.command, args: [...target.args], stderr: 'ignore' } }
      : {
          type: 'StreamableHTTPConnectionParams',
          url: target.url,
          transportOptions: { requestInit: { headers: target.headers ?? {} }, ...(signIn && { authProvider: signIn.provider }) },
        };
  const open = async () => {
    const toolset = new MCPToolset(connection);
    return sessionOf(toolset, new Map((await toolset.getTools()).map((tool) => [tool.name, tool])));
  };
  return connectSignedIn(signIn, open, async (back) => {
    const { auth } = await load('@modelcontextprotocol/sdk/client/auth.js');
    await auth(signIn.provider, { serverUrl: target.url, authorizationCode: back.searchParams.get('code') });
  });
}

const sessionOf = (toolset, tools) => ({
  listTools: async () => [...tools.keys()],
  callTool: async (name, input) => {
    const tool = tools.get(name);
    if (tool === undefined) throw new Error(`no tool ${name}`);
    return outcomeOf(await tool.runAsync({ args: input, toolContext: {} }));
  },
  listResources: async () => {
    const names = await toolset.listResources();
    return Promise.all(names.map(async (name) => (await toolset.getResourceInfo(name)).uri));
  },
  close: () => toolset.close(),
});
