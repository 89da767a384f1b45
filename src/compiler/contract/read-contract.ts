import type { Contract } from './contract.ts';

const lists = ['tools', 'resources', 'resourceTemplates', 'prompts', 'skills'];

/** The contract in a file's text; undefined when it is none of this version. */
export function readContract(text: string): Contract | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isContract(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Written by `printContract`; anything else lacks one of these. */
function isContract(value: unknown): value is Contract {
  if (typeof value !== 'object' || value === null || Reflect.get(value, 'contractVersion') !== 1) return false;
  const server: unknown = Reflect.get(value, 'server');
  const named = typeof server === 'object' && server !== null && typeof Reflect.get(server, 'version') === 'string';
  return named && lists.every((key) => Array.isArray(Reflect.get(value, key)));
}
