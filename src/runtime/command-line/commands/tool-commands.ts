import { kebab } from '../arguments/kebab.ts';
import type { JsonObject, JsonSchema } from '../../model/index.ts';

/** A tool as `tools/list` shows it. */
export interface ListedTool {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly inputSchema: JsonSchema;
  readonly examples?: readonly { readonly description: string; readonly input: JsonObject }[];
}

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
