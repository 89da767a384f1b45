import { openTransport } from './official-sdk.mjs';
import { outcomeOf } from './outcome.mjs';

export const answersQuestions = false;

/** `createMcpTools` of @agentic/mcp. */
export async function connect(options) {
  const { load, module, target } = options;
  const { createMcpTools } = await load(module);
  const way =
    target.kind === 'stdio'
      ? { serverProcess: { command: target.command, args: [...target.args], stderr: 'ignore' } }
      : { transport: await openTransport({ ...options, module: '@modelcontextprotocol/sdk' }) };
  const tools = await createMcpTools({ name: 'server', rawToolResponses: true, ...way });
  return {
    listTools: async () => [...tools.functions].map(({ spec }) => spec.name),
    callTool: async (name, input) => outcomeOf(await tools.callTool(name, input)),
    close: () => tools.client.close(),
  };
}
