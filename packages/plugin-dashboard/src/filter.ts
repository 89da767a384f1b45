import { PublicMcpError } from '@service/sdk/errors';

/** Characters of a filter. */
export const maxFilter = 100;

/** TODO linear */
export function filterOf(pattern: unknown): (text: string) => boolean {
  if (typeof pattern !== 'string' || pattern === '') return () => true;
  try {
    const expression = new RegExp(pattern, 'u');
    return (text) => expression.test(text);
  } catch {
    throw new PublicMcpError('filter: must be a regular expression', 'INVALID_FILTER', 400);
  }
}
