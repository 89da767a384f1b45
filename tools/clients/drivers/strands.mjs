import { openTransport } from './official-sdk.mjs';
import { answerToQuestion, outcomeOfValue } from './outcome.mjs';
import { connectSignedIn } from './sign-in.mjs';

export const answersQuestions = true;

/** `McpClient` of @strands-agents/sdk. */
export async function connect(options) {
  const { load, module, signIn, target } = options;
  const { McpClient } = await load(module);
  const open = async () => {
    const remote = target.kind === 'http' && {
      url: target.url,
      headers: { ...target.headers },
      ...(signIn && { authProvider: signIn.provider }),
    };
    const client = new McpClient({
      applicationName: 'service-clients',
      elicitationCallback: async () => answerToQuestion,
      ...(remote || { transport: await openTransport({ ...options, module: '@modelcontextprotocol/sdk' }) }),
    });
    await client.connect();
    return sessionOf(client, new Map((await client.listTools()).map((tool) => [tool.name, tool])));
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
    return outcomeOfValue(await client.callTool(tool, input));
  },
  close: () => client.disconnect(),
});
