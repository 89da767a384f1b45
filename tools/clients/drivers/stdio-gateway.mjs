import { join } from 'node:path';
import { freePort } from './gateway.mjs';
import { sessionOf } from './official-sdk.mjs';
import { answerToQuestion } from './outcome.mjs';

export const answersQuestions = ({ elicitation = true }) => elicitation;

/** Programs that offer a remote server over stdio: supergateway and mcp-remote. The official client is on the other side. */
export async function connect(options) {
  const { home, load, modules, node, settings, signIn } = options;
  const { Client } = await load('@modelcontextprotocol/sdk/client/index.js');
  const { StdioClientTransport } = await load('@modelcontextprotocol/sdk/client/stdio.js');
  const { ElicitRequestSchema } = await load('@modelcontextprotocol/sdk/types.js');
  const transport = new StdioClientTransport({
    command: node,
    args: [join(modules, settings.program), ...argumentsOf[settings.kind](options, await freePort())],
    env: { PATH: process.env.PATH ?? '', HOME: home, BROWSER: 'none', MCP_REMOTE_CONFIG_DIR: home },
    stderr: 'pipe',
  });
  let printed = '';
  let signingIn = Promise.resolve();
  let signInStarted = false;
  transport.stderr?.on('data', (chunk) => {
    printed += chunk;
    const address = /https?:\/\/\S+\/oauth\/authorize\?\S+(?=\s)/.exec(printed)?.[0];
    // The program listens for what the browser comes back to.
    if (address === undefined || signInStarted || signIn === undefined) return;
    signInStarted = true;
    signingIn = signIn.visit(new URL(address)).then((back) => fetch(back));
  });
  const client = new Client({ name: 'service-clients', version: '1.0.0' }, { capabilities: { elicitation: {} } });
  client.setRequestHandler(ElicitRequestSchema, async () => answerToQuestion);
  try {
    await client.connect(transport);
    await signingIn;
  } catch (error) {
    throw new Error(`${error.message}; the program printed: ${printed.slice(-800)}`, { cause: error });
  }
  return sessionOf(client);
}

const headerFlags = (headers = {}) => Object.entries(headers).flatMap(([name, value]) => ['--header', `${name}:${value}`]);

const argumentsOf = {
  supergateway: ({ target }) => [
    target.kind === 'sse' ? '--sse' : '--streamableHttp',
    target.url,
    '--outputTransport',
    'stdio',
    '--logLevel',
    'none',
    ...headerFlags(target.headers),
  ],
  'mcp-remote': ({ target }, port) => [
    target.url,
    String(port),
    '--allow-http',
    '--transport',
    target.kind === 'sse' ? 'sse-only' : 'http-only',
    ...headerFlags(target.headers),
  ],
};
