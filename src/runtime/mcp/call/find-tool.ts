import { invalidParams } from '../../errors/index.ts';
import type { LiveTool } from '../../entries/index.ts';
import type { ServerRuntime } from './server-runtime.ts';
import type { CallOrigin } from './surroundings.ts';

/** An internal tool is an unknown one to clients: its existence is nobody's business. */
export const unknownTool = (name: string): Error => invalidParams(`Tool "${name}" not found`);

/**
 * The tool of a name.
 * @throws {ProtocolError} -32602 for an unknown tool
 * @throws {ServiceError} ENTRY_UNAVAILABLE
 */
export function findTool(runtime: ServerRuntime, name: string, origin: CallOrigin): LiveTool {
  const tool = runtime.registry.findTool(name);
  if (tool === undefined || (origin === 'client' && tool.model.visibility === 'internal')) throw unknownTool(name);
  tool.refuse?.();
  return tool;
}
