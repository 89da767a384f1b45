import { firstContent } from './official-sdk.mjs';
import { outcomeOf } from './outcome.mjs';

export const answersQuestions = false;

/** The runtime of mcporter. */
export async function connect({ home, load, module, target }) {
  const { createRuntime } = await load(module);
  const command =
    target.kind === 'stdio'
      ? { kind: 'stdio', command: target.command, args: [...target.args], cwd: home }
      : { kind: 'http', url: new URL(target.url), headers: { ...target.headers } };
  const quiet = () => undefined;
  const runtime = await createRuntime({
    servers: [{ name: 'server', command, source: { kind: 'local', path: home } }],
    logger: { info: quiet, warn: quiet, error: quiet, debug: quiet },
  });
  const { client } = await runtime.connect('server');
  return {
    listTools: async () => (await runtime.listTools('server')).map(({ name }) => name),
    callTool: async (name, input) => outcomeOf(await runtime.callTool('server', name, { args: input })),
    listResources: async () => (await runtime.listResources('server')).resources.map(({ uri }) => uri),
    readResource: async (uri) => firstContent(await runtime.readResource('server', uri)),
    listPrompts: async () => (await client.listPrompts()).prompts.map(({ name }) => name),
    close: () => runtime.close(),
  };
}
