import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { freePort, untilAnswered } from './gateway.mjs';
import { sessionOf } from './official-sdk.mjs';
import { answerToQuestion } from './outcome.mjs';

export const answersQuestions = true;

/** Programs that offer a stdio server over HTTP: supergateway and mcp-proxy. The official client is on the other side. */
export async function connect({ load, modules, node, settings, target }) {
  const port = await freePort();
  const program = join(modules, settings.program);
  const child = spawn(node, [program, ...argumentsOf[settings.kind]({ port, target })], { stdio: 'ignore' });
  const { Client } = await load('@modelcontextprotocol/sdk/client/index.js');
  const { StreamableHTTPClientTransport } = await load('@modelcontextprotocol/sdk/client/streamableHttp.js');
  const { ElicitRequestSchema } = await load('@modelcontextprotocol/sdk/types.js');
  const url = new URL(`http://127.0.0.1:${port}/mcp`);
  try {
    await untilAnswered(url, child);
    const client = new Client({ name: 'service-clients', version: '1.0.0' }, { capabilities: { elicitation: {} } });
    client.setRequestHandler(ElicitRequestSchema, async () => answerToQuestion);
    await client.connect(new StreamableHTTPClientTransport(url));
    return sessionOf(client, {
      close: async () => {
        await client.close();
        child.kill();
      },
    });
  } catch (error) {
    child.kill();
    throw error;
  }
}

const argumentsOf = {
  supergateway: ({ port, target }) => [
    '--stdio',
    [target.command, ...target.args].join(' '),
    '--outputTransport',
    'streamableHttp',
    '--stateful',
    '--port',
    String(port),
    '--logLevel',
    'none',
  ],
  'mcp-proxy': ({ port, target }) => ['--port', String(port), '--host', '127.0.0.1', '--', target.command, ...target.args],
};
