// The official suite starts it with the address of a scenario's server: the client of the test library is used there.
import { acceptDefaults, ServerHandle, TestServer, type McpClient } from '@service/testing';
import type { ClientScenario } from './conformance-bar.ts';

const address = new URL(process.argv[2] ?? '');
const options = { baseUrl: address.origin, entryPath: address.pathname, publicMode: true };
const uses: Readonly<Record<ClientScenario, (client: McpClient) => Promise<unknown>>> = {
  initialize: (client) => client.tools.list(),
  tools_call: async (client) => {
    await client.tools.list();
    return client.tools.call('add_numbers', { a: 5, b: 3 });
  },
  'elicitation-sep1034-client-defaults': async (client) => {
    client.onElicitation(acceptDefaults);
    for (const { name } of await client.tools.list()) await client.tools.call(name);
  },
};

const scenario = process.env['MCP_CONFORMANCE_SCENARIO'] ?? '';
if (!Object.hasOwn(uses, scenario)) throw new Error(`no scenario ${scenario}`);
const handle = new ServerHandle(await TestServer.start(options), options);
try {
  await uses[scenario as ClientScenario](await handle.createClient());
} finally {
  await handle.stop();
}
