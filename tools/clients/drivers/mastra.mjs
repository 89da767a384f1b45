import { firstContent } from './official-sdk.mjs';
import { answerToQuestion, outcomeOfValue } from './outcome.mjs';
import { connectSignedIn } from './sign-in.mjs';

export const answersQuestions = true;

let count = 0;

/** `MCPClient` of @mastra/mcp: its tools are executed as an agent does. */
export async function connect({ load, module, signIn, target }) {
  const { MCPClient } = await load(module);
  const server =
    target.kind === 'stdio'
      ? { command: target.command, args: [...target.args], stderr: 'ignore' }
      : {
          url: new URL(target.url),
          requestInit: { headers: target.headers ?? {} },
          ...(signIn && { authProvider: signIn.provider }),
        };
  const open = async () => {
    count += 1;
    const client = new MCPClient({
      id: `service-clients-${count}`,
      servers: { server: { ...server, capabilities: { elicitation: {} }, inputRequests: async () => answerToQuestion } },
    });
    const { tools, errors = {} } = await client.listToolsWithErrors();
    if (errors.server !== undefined) {
      await client.disconnect();
      throw new Error(errors.server);
    }
    return sessionOf(client, tools);
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

const sessionOf = (client, tools) => ({
  listTools: async () => Object.keys(tools).map((name) => name.replace(/^server_/, '')),
  callTool: async (name, input) => {
    const tool = tools[`server_${name}`];
    if (tool === undefined) throw new Error(`no tool ${name}`);
    return outcomeOfValue(await tool.execute(input, {}));
  },
  listResources: async () => (await client.resources.list()).server.map(({ uri }) => uri),
  listTemplates: async () => (await client.resources.templates()).server.map(({ uriTemplate }) => uriTemplate),
  readResource: async (uri) => firstContent(await client.resources.read('server', uri)),
  listPrompts: async () => (await client.prompts.list()).server.map(({ name }) => name),
  getPrompt: async (name, input) => JSON.stringify((await client.prompts.get({ serverName: 'server', name, args: input })).messages),
  close: () => client.disconnect(),
});
