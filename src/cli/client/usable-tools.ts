import { parameterHeaderProblems } from '../../compiler/contract/index.ts';
import type { Contract } from '../../compiler/contract/index.ts';

export interface UnusableTool {
  readonly name: string;
  /** Which argument is marked wrongly, and how. */
  readonly reason: string;
}

/** Separates tools whose arguments are marked wrongly with `x-mcp-header`: a client must not offer them (SEP-2243). */
export function usableTools(contract: Contract): { readonly contract: Contract; readonly unusable: readonly UnusableTool[] } {
  const unusable = contract.tools.flatMap(({ name, inputSchema }) => {
    const [first] = parameterHeaderProblems(inputSchema);
    return first === undefined ? [] : [{ name, reason: `x-mcp-header of \`${first.parameter}\`: ${first.problem}` }];
  });
  const names = new Set(unusable.map(({ name }) => name));
  return { contract: { ...contract, tools: contract.tools.filter(({ name }) => !names.has(name)) }, unusable };
}
