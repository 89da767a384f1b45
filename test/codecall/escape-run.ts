import type { BuiltProject } from '../support/built-servers.ts';
import { codecallProject } from './codecall-project.ts';
import { beforeEscapes } from './escape-outcome.ts';

const echo = `
const echo = tool({ name: 'echo', description: 'Tells the names of its arguments, and how long they are.', inputSchema: z.looseObject({}) })(
  (given) => ({ names: Object.keys(given), length: JSON.stringify(given).length }));
`;

/** A server that scripts try to get out of. @param timeoutMs of a script */
export const escapeProject = (timeoutMs: number): BuiltProject =>
  codecallProject({
    before: beforeEscapes + echo,
    tools: 'spotless, echo',
    options: `{ vm: { preset: 'balanced', timeoutMs: ${timeoutMs} } }`,
  });

/** Undefined where it does not end: the server is of no use then. */
export async function within<T>(ms: number, running: Promise<T>): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => (timer = setTimeout(resolve, ms, undefined)));
  running.catch(() => undefined);
  return Promise.race([running, late]).finally(() => clearTimeout(timer));
}
