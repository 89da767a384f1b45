import { setImmediate as afterOthers } from 'node:timers/promises';

/** Tokens of each tool. Megabytes of a stranger take seconds, in which the program answers other requests too. */
export async function costsOf<Tool>(
  tools: readonly Tool[],
  count: (tool: Tool) => Promise<{ readonly tokens: number }>,
): Promise<readonly number[]> {
  const costs: number[] = [];
  for (const tool of tools) {
    costs.push((await count(tool)).tokens);
    await afterOthers();
  }
  return costs;
}
