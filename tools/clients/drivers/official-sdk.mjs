import { answerToQuestion, everyPage, outcomeOf } from './outcome.mjs';
import { connectSignedIn } from './sign-in.mjs';

/** Versions of the package without elicitation say so in their row. */
export const answersQuestions = ({ elicitation = true }) => elicitation;

/** The client of @modelcontextprotocol/sdk 1.x. */
export async function connect(options) {
  const { load, module, settings, signIn } = options;
  const { Client } = await load(`${module}/client/index.js`);
  let transport;
  const open = async () => {
    const asks = answersQuestions(settings);
    const client = new Client({ name: 'service-clients', version: '1.0.0' }, { capabilities: asks ? { elicitation: {} } : {} });
    if (asks) {
      const { ElicitRequestSchema } = await load(`${module}/types.js`);
      client.setRequestHandler(ElicitRequestSchema, async () => answerToQuestion);
    }
    transport = await openTransport(options);
    await client.connect(transport);
    return sessionOf(client);
  };
  return connectSignedIn(signIn, open, (back) => transport.finishAuth(back.searchParams.get('code')));
}

/** A transport of 1.x; also for adapters that take one. */
export async function openTransport({ load, module, target, signIn }) {
  if (target.kind === 'stdio') {
    const { StdioClientTransport } = await load(`${module}/client/stdio.js`);
    return new StdioClientTransport({ command: target.command, args: target.args, stderr: 'ignore' });
  }
  const given = {
    ...(signIn && { authProvider: signIn.provider }),
    requestInit: { headers: target.headers ?? {} },
  };
  if (target.kind === 'http') {
    const { StreamableHTTPClientTransport } = await load(`${module}/client/streamableHttp.js`);
    return new StreamableHTTPClientTransport(new URL(target.url), given);
  }
  // The first versions expect the browser's class.
  globalThis.EventSource ??= (await load('eventsource')).EventSource;
  const { SSEClientTransport } = await load(`${module}/client/sse.js`);
  return new SSEClientTransport(new URL(target.url), given);
}

/** Both official packages have these methods; 1.x takes the schema of a result before the options of a call, 2.x does not. */
export const sessionOf = (client, { close = () => client.close(), schemaFirst = true } = {}) => ({
  listTools: async () => (await everyPage((page) => client.listTools(page), 'tools')).map(({ name }) => name),
  callTool: async (name, input) => outcomeOf(await client.callTool({ name, arguments: input })),
  callWithProgress: async (name, onprogress) => {
    const rest = schemaFirst ? [undefined, { onprogress }] : [{ onprogress }];
    return outcomeOf(await client.callTool({ name, arguments: {} }, ...rest));
  },
  listResources: async () => (await everyPage((page) => client.listResources(page), 'resources')).map(({ uri }) => uri),
  listTemplates: async () =>
    (await everyPage((page) => client.listResourceTemplates(page), 'resourceTemplates')).map(({ uriTemplate }) => uriTemplate),
  readResource: async (uri) => firstContent(await client.readResource({ uri })),
  listPrompts: async () => (await everyPage((page) => client.listPrompts(page), 'prompts')).map(({ name }) => name),
  getPrompt: async (name, input) => JSON.stringify((await client.getPrompt({ name, arguments: input })).messages),
  close,
});

/** Text or base64 of a resource. */
export const firstContent = ({ contents: [first] }) => first.text ?? first.blob;
