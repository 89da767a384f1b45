import type { Outcome } from './codecall-project.ts';

/** What only the server's own code has. */
export const canary = 'canary-of-the-host-7f3a';

/** A tool that tells whether the server was changed. */
export const beforeEscapes = `
const here: Record<string, unknown> = globalThis;
here['canary'] = '${canary}';
const known = new Set([...Reflect.ownKeys(Object.prototype), ...Reflect.ownKeys(Array.prototype), ...Reflect.ownKeys(Function.prototype)]);
const spotless = tool({ name: 'spotless', description: 'Tells whether the server was changed.' })(() => ({
  spotless:
    [Object.prototype, Array.prototype, Function.prototype].every((one) => Reflect.ownKeys(one).every((key) => known.has(key))) &&
    ({} as Record<string, unknown>)['polluted'] === undefined,
}));
`;

const statuses = new Set(['ok', 'syntax_error', 'illegal_access', 'runtime_error', 'tool_error', 'timeout']);

export const reachedBy = (outcome: Outcome): boolean => {
  const text = JSON.stringify(outcome);
  return outcome.result === 'reached' || text.includes('"reached":true') || text.includes(canary) || !statuses.has(outcome.status);
};
