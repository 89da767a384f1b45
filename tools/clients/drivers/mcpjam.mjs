import { firstContent } from './official-sdk.mjs';
import { answerToQuestion, everyPage, outcomeOf } from './outcome.mjs';
import { connectSignedIn } from './sign-in.mjs';

export const answersQuestions = true;

/** `MCPClientManager` of @mcpjam/sdk. */
export async function connect({ load, module, signIn, target }) {
  const { MCPClientManager } = await load(module);
  const server =
    target.kind === 'stdio'
      ? { command: target.command, args: [...target.args] }
      : {
          url: target.url,
          requestInit: { headers: target.headers ?? {} },
          preferSSE: target.kind === 'sse',
          ...(signIn && { authProvider: signIn.provider }),
        };
  const open = async () => {
    const manager = new MCPClientManager({}, { defaultCapabilities: { elicitation: {} }, lazyConnect: true });
    manager.setElicitationCallback(async () => answerToQuestion);
    await manager.connectToServer('server', server);
    return sessionOf(manager);
  };
  return connectSignedIn(signIn, open, async (back) => {
    const { auth } = await load('@modelcontextprotocol/client');
    await auth(signIn.provider, {
      serverUrl: target.url,
      authorizationCode: back.searchParams.get('code'),
      iss: back.searchParams.get('iss') ?? undefined,
    });
  });
}

const sessionOf = (manager) => ({
  listTools: async () => (await everyPage((page) => manager.listTools('server', page), 'tools')).map(({ name }) => name),
  callTool: async (name, input) => outcomeOf(await manager.executeTool('server', name, input)),
  listResources: async () => (await manager.listResources('server')).resources.map(({ uri }) => uri),
  listTemplates: async () => (await manager.listResourceTemplates('server')).resourceTemplates.map(({ uriTemplate }) => uriTemplate),
  readResource: async (uri) => firstContent(await manager.readResource('server', { uri })),
  listPrompts: async () => (await manager.listPrompts('server')).prompts.map(({ name }) => name),
  getPrompt: async (name, input) => JSON.stringify((await manager.getPrompt('server', { name, arguments: input })).messages),
  close: () => manager.disconnectAllServers(),
});
