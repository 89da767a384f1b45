import { firstContent } from './official-sdk.mjs';
import { answerToQuestion, everyPage, outcomeOf } from './outcome.mjs';
import { connectSignedIn } from './sign-in.mjs';

export const answersQuestions = true;

/** `createMCPClient` of @ai-sdk/mcp, which speaks the protocol with its own code. */
export async function connect({ load, module, settings, signIn, target }) {
  const { auth, createMCPClient, ElicitationRequestSchema } = await load(module);
  const open = async () => {
    const client = await createMCPClient({
      transport: await transportOf({ load, module, signIn, target }),
      capabilities: { elicitation: {} },
      ...(settings.discovery === false && { protocolVersionDiscovery: false }),
    });
    client.onElicitationRequest(ElicitationRequestSchema, async () => answerToQuestion);
    return sessionOf(client);
  };
  return connectSignedIn(signIn, open, (back) =>
    auth(signIn.provider, {
      serverUrl: target.url,
      authorizationCode: back.searchParams.get('code'),
      callbackState: back.searchParams.get('state'),
      callbackIssuer: back.searchParams.get('iss') ?? undefined,
    }),
  );
}

async function transportOf({ load, module, signIn, target }) {
  if (target.kind === 'stdio') {
    const { StdioMCPTransport } = await load(`${module}/mcp-stdio`);
    return new StdioMCPTransport({ command: target.command, args: target.args, stderr: 'ignore' });
  }
  return { type: target.kind, url: target.url, headers: target.headers ?? {}, ...(signIn && { authProvider: signIn.provider }) };
}

const sessionOf = (client) => ({
  listTools: async () => (await everyPage((params) => client.listTools({ params }), 'tools')).map(({ name }) => name),
  callTool: async (name, input) => outcomeOf(await client.callTool({ name, arguments: input })),
  listResources: async () => (await everyPage((params) => client.listResources({ params }), 'resources')).map(({ uri }) => uri),
  listTemplates: async () => (await client.listResourceTemplates()).resourceTemplates.map(({ uriTemplate }) => uriTemplate),
  readResource: async (uri) => firstContent(await client.readResource({ uri })),
  listPrompts: async () => (await everyPage((params) => client.listPrompts({ params }), 'prompts')).map(({ name }) => name),
  getPrompt: async (name, input) => JSON.stringify((await client.getPrompt({ name, arguments: input })).messages),
  close: () => client.close(),
});
