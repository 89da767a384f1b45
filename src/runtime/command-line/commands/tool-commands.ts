import { isJsonObject, type JsonObject } from '../../model/index.ts';
import { kebab } from '../arguments/schema-flags.ts';
import { exitCodes } from '../failures.ts';
import { failureText, oneLine } from '../../terminal/index.ts';
import { textOf, textOfResult } from '../output/print-result.ts';
import type { CommandCall, ListedTool } from './command.ts';

/**
 * The sub-command of each tool, in the order of the tools. A tool whose name is the command keeps it. Others that would share a command,
 * with each other or with one of the program's own, get `-tool`, then `-tool-2` and so on.
 * @param reserved the program's own commands
 */
export function nameToolCommands(tools: readonly ListedTool[], reserved: ReadonlySet<string>): ReadonlyMap<string, ListedTool> {
  const exact = new Set(tools.map(({ name }) => name).filter((name) => kebab(name) === name && !reserved.has(name)));
  const commands = new Map<string, ListedTool>();
  for (const tool of tools) {
    const words = kebab(tool.name) || 'tool';
    let command = words;
    const isTaken = (): boolean => reserved.has(command) || commands.has(command) || (exact.has(command) && command !== tool.name);
    for (let count = 1; isTaken(); count++) command = count === 1 ? `${words}-tool` : `${words}-tool-${count}`;
    commands.set(command, tool);
  }
  return commands;
}

/** By sub-command, else by the tool's own name. */
export const findTool = (commands: ReadonlyMap<string, ListedTool>, word: string): ListedTool | undefined =>
  commands.get(word) ?? [...commands.values()].find(({ name }) => name === word);

/** A report of a tool as one line: `3/10 Reads a.txt`. */
const progressText = ({ message, progress, total }: JsonObject): string =>
  oneLine(`${Number(progress)}${total === undefined ? '' : `/${Number(total)}`} ${textOf(message)}`);

/**
 * Calls a tool, shows how far it is where a person reads, and prints its result. A result that is an error goes to standard error, unless
 * programs read it. @returns the exit code
 */
export async function callTool(tool: ListedTool, args: JsonObject, call: CommandCall): Promise<number> {
  const { terminal } = call.host;
  const client = await call.client();
  const params = { name: tool.name, arguments: args, ...(call.format === 'text' ? { _meta: { progressToken: 1 } } : {}) };
  const onNotification = (method: string, report: JsonObject): void => {
    // With --verbose every notification is a line already.
    if (method === 'notifications/progress' && call.globals.verbose !== true) terminal.status(progressText(report));
  };
  const result = await client.request('tools/call', params, { onNotification }).finally(() => terminal.status(''));
  const text = textOfResult(result);
  if (result['isError'] !== true) {
    call.print(result, text);
    return exitCodes.ok;
  }
  if (call.format === 'json') call.print(result, '');
  else terminal.say(failureText(call.program.name, text));
  const { _meta: meta } = result;
  return isJsonObject(meta) && meta['code'] === 'INVALID_INPUT' ? exitCodes.usage : exitCodes.failure;
}
