import { exitCodes } from '../failures.ts';
import { isJsonObject } from '../../mcp/json-rpc.ts';
import type { JsonObject } from '../../model/index.ts';
import { textOfResult } from '../output/print-result.ts';
import type { CommandCall } from './command.ts';
import type { ListedTool } from './tool-commands.ts';

/** Calls a tool and prints its result. A result that is an error goes to standard error, unless programs read it. @returns the exit code */
export async function callTool(tool: ListedTool, args: JsonObject, call: CommandCall): Promise<number> {
  const result = await (await call.client()).request('tools/call', { name: tool.name, arguments: args });
  const text = textOfResult(result);
  if (result['isError'] !== true) {
    call.print(result, text);
    return exitCodes.ok;
  }
  if (call.format === 'json') call.print(result, '');
  else call.host.terminal.error(`${call.program.name}: ${text}\n`);
  const { _meta: meta } = result;
  return isJsonObject(meta) && meta['code'] === 'INVALID_INPUT' ? exitCodes.usage : exitCodes.failure;
}
