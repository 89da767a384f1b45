import { sessionOf } from './official-sdk.mjs';
import { answerToQuestion } from './outcome.mjs';
import { connectSignedIn } from './sign-in.mjs';

export const answersQuestions = true;

/** The client of @modelcontextprotocol/client 2.x; `settings.pin` fixes the revision. */
export async function connect(options) {
  const { load, module, settings, signIn } = options;
  const { Client } = await load(module);
  let transport;
  const open = async () => {
    const negotiation = settings.pin === undefined ? {} : { versionNegotiation: { mode: { pin: settings.pin } } };
    const client = new Client(
      { name: 'service-clients', version: '1.0.0' },
      { capabilities: { elicitation: { form: {} } }, ...negotiation },
    );
    client.setRequestHandler('elicitation/create', async () => answerToQuestion);
    transport = await openTransport(options);
    await client.connect(transport);
    return sessionOf(client, { schemaFirst: false });
  };
  return connectSignedIn(signIn, open, (back) => transport.finishAuth(back.searchParams));
}

async function openTransport({ load, module, target, signIn }) {
  if (target.kind === 'stdio') {
    const { StdioClientTransport } = await load(`${module}/stdio`);
    return new StdioClientTransport({ command: target.command, args: target.args, stderr: 'ignore' });
  }
  const { SSEClientTransport, StreamableHTTPClientTransport } = await load(module);
  const Transport = target.kind === 'http' ? StreamableHTTPClientTransport : SSEClientTransport;
  return new Transport(new URL(target.url), {
    ...(signIn && { authProvider: signIn.provider }),
    requestInit: { headers: target.headers ?? {} },
  });
}
