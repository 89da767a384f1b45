import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { firstContent } from './official-sdk.mjs';
import { outcomeOf } from './outcome.mjs';

export const answersQuestions = false;

const run = promisify(execFile);

/** The command line of the official inspector: a process for each request. */
export async function connect({ home, modules, node, settings, target }) {
  const program = join(modules, '@modelcontextprotocol/inspector/clients/launcher/build/index.js');
  const where = target.kind === 'stdio' ? ['--transport', 'stdio'] : [target.url, '--transport', target.kind];
  const command = target.kind === 'stdio' ? ['--', target.command, ...target.args] : [];
  const headers = Object.entries(target.headers ?? {}).flatMap(([name, value]) => ['--header', `${name}: ${value}`]);
  const ask = async (...method) => {
    const args = [
      program,
      '--cli',
      ...where,
      ...headers,
      '--protocol-era',
      settings.era,
      '--method',
      ...method,
      '--format',
      'json',
      ...command,
    ];
    const { stdout } = await run(node, args, { env: { ...process.env, HOME: home }, timeout: 30_000 }).catch((error) => {
      // An error result is printed as any other, with an exit code of its own.
      if (error.stdout?.includes('"isError"')) return error;
      throw new Error(`${error.stderr}${error.stdout}`, { cause: error });
    });
    return resultOf(JSON.parse(stdout));
  };
  const given = (flag, input) => Object.entries(input).flatMap(([name, value]) => [flag, `${name}=${value}`]);
  await ask('tools/list');
  return {
    listTools: async () => (await ask('tools/list')).tools.map(({ name }) => name),
    callTool: async (name, input) => outcomeOf(await ask('tools/call', '--tool-name', name, ...given('--tool-arg', input))),
    listResources: async () => (await ask('resources/list')).resources.map(({ uri }) => uri),
    readResource: async (uri) => firstContent(await ask('resources/read', '--uri', uri)),
    listPrompts: async () => (await ask('prompts/list')).prompts.map(({ name }) => name),
    getPrompt: async (name, input) => JSON.stringify(await ask('prompts/get', '--prompt-name', name, ...given('--prompt-args', input))),
    close: async () => undefined,
  };
}

const resultOf = (answer) => answer.result ?? answer;
