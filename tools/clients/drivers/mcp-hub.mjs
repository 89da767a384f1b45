import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, untilAnswered } from './gateway.mjs';
import { sessionOf } from './official-sdk.mjs';

export const answersQuestions = false;

/** mcp-hub joins servers under one address and puts the server's name before every other name. The official client is on the other side. */
export async function connect({ home, load, modules, node, target }) {
  const port = await freePort();
  const config = join(home, `servers-${port}.json`);
  const server =
    target.kind === 'stdio' ? { command: target.command, args: target.args } : { url: target.url, headers: { ...target.headers } };
  writeFileSync(config, JSON.stringify({ mcpServers: { server } }));
  const child = spawn(node, [join(modules, 'mcp-hub/dist/cli.js'), '--port', String(port), '--config', config], {
    env: { PATH: process.env.PATH ?? '', HOME: home },
    stdio: 'ignore',
  });
  const { Client } = await load('@modelcontextprotocol/sdk/client/index.js');
  const { SSEClientTransport } = await load('@modelcontextprotocol/sdk/client/sse.js');
  try {
    await untilReady(new URL(`http://127.0.0.1:${port}/api/health`), child);
    const client = new Client({ name: 'service-clients', version: '1.0.0' });
    await client.connect(new SSEClientTransport(new URL(`http://127.0.0.1:${port}/mcp`)));
    return prefixed(
      sessionOf(client, {
        close: async () => {
          await client.close();
          child.kill();
        },
      }),
    );
  } catch (error) {
    child.kill();
    throw error;
  }
}

const prefixed = ({ callTool, getPrompt, readResource, ...session }) => ({
  listTools: session.listTools,
  listResources: session.listResources,
  listPrompts: session.listPrompts,
  callTool: (name, input) => callTool(`server__${name}`, input),
  getPrompt: (name, input) => getPrompt(`server__${name}`, input),
  readResource: (uri) => readResource(`server__${uri}`),
  close: session.close,
});

/** The hub answers before its servers are connected. */
async function untilReady(url, child) {
  await untilAnswered(url, child, async (response) => {
    const { servers = [] } = await response.json();
    const [server] = servers;
    if (server?.status === 'unauthorized' || server?.error) throw new Error(`the hub could not connect: ${JSON.stringify(server)}`);
    return server?.status === 'connected';
  });
}
