import { firstContent } from './official-sdk.mjs';
import { everyPage, outcomeOf } from './outcome.mjs';
import { connectSignedIn } from './sign-in.mjs';

export const answersQuestions = false;

/** The servers that agents of @openai/agents-core are given. */
export async function connect({ load, module, signIn, target }) {
  const { MCPServerSSE, MCPServerStdio, MCPServerStreamableHttp } = await load(module);
  const open = async () => {
    const remote = {
      url: target.url,
      requestInit: { headers: target.headers ?? {} },
      ...(signIn && { authProvider: signIn.provider }),
    };
    const server =
      target.kind === 'stdio'
        ? new MCPServerStdio({ command: target.command, args: [...target.args] })
        : target.kind === 'sse'
          ? new MCPServerSSE(remote)
          : new MCPServerStreamableHttp(remote);
    await server.connect();
    return sessionOf(server);
  };
  return connectSignedIn(signIn, open, async (back) => {
    const { auth } = await load('@modelcontextprotocol/sdk/client/auth.js');
    await auth(signIn.provider, { serverUrl: target.url, authorizationCode: back.searchParams.get('code') });
  });
}

const sessionOf = (server) => ({
  listTools: async () => (await server.listTools()).map(({ name }) => name),
  callTool: async (name, input) => outcomeOf(await server.callToolResult(name, input)),
  listResources: async () => (await everyPage((page) => server.listResources(page), 'resources')).map(({ uri }) => uri),
  listTemplates: async () =>
    (await everyPage((page) => server.listResourceTemplates(page), 'resourceTemplates')).map(({ uriTemplate }) => uriTemplate),
  readResource: async (uri) => firstContent(await server.readResource(uri)),
  close: () => server.close(),
});
