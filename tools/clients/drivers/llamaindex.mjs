import { outcomeOfValue } from './outcome.mjs';
import { connectSignedIn } from './sign-in.mjs';

export const answersQuestions = false;

/** `mcp()` of @llamaindex/tools: its tools are called as an agent does. */
export async function connect({ load, module, signIn, target }) {
  const { mcp } = await load(module);
  const given =
    target.kind === 'stdio'
      ? { command: target.command, args: [...target.args], stderr: 'ignore' }
      : {
          url: target.url,
          useSSETransport: target.kind === 'sse',
          requestInit: { headers: target.headers ?? {} },
          ...(signIn && { authProvider: signIn.provider }),
        };
  const open = async () => {
    const server = mcp(given);
    return sessionOf(server, new Map((await server.tools()).map((tool) => [tool.metadata.name, tool])));
  };
  return connectSignedIn(signIn, open, async (back) => {
    const { auth } = await load('@modelcontextprotocol/sdk/client/auth.js');
    await auth(signIn.provider, { serverUrl: target.url, authorizationCode: back.searchParams.get('code') });
  });
}

const sessionOf = (server, tools) => ({
  listTools: async () => [...tools.keys()],
  callTool: async (name, input) => {
    const tool = tools.get(name);
    if (tool === undefined) throw new Error(`no tool ${name}`);
    return outcomeOfValue(await tool.call(input));
  },
  close: () => server.cleanup(),
});
