import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { outcomeOf } from './outcome.mjs';

export const answersQuestions = false;

const run = promisify(execFile);

/** The command line of @wong2/mcp-cli: a process for each request; without a terminal it knows servers on stdio only. */
export async function connect({ home, modules, node, target }) {
  const config = join(home, 'servers.json');
  writeFileSync(config, JSON.stringify({ mcpServers: { server: { command: target.command, args: target.args } } }));
  const program = join(modules, '@wong2/mcp-cli/src/cli.js');
  const ask = async (command, name, input) => {
    const args = [program, '--config', config, command, `server:${name}`, '--args', JSON.stringify(input)];
    const { stdout } = await run(node, args, { env: { ...process.env, HOME: home }, timeout: 30_000 }).catch((error) => {
      throw new Error(`${error.stderr}${error.stdout}`, { cause: error });
    });
    const answer = JSON.parse(stdout);
    if (answer.error !== undefined) throw new Error(answer.error);
    return answer;
  };
  return {
    callTool: async (name, input) => outcomeOf(await ask('call-tool', name, input)),
    getPrompt: async (name, input) => JSON.stringify(await ask('get-prompt', name, input)),
    close: async () => undefined,
  };
}
