import { SignInProblem } from '../responses/problems.ts';

const count = (text: string, form: RegExp): number => text.match(form)?.length ?? 0;

/**
 * Bytes that are not UTF-8 are read as U+FFFD, and `state` would come back as another text (RFC 6749 section 4.1.2).
 * @throws {SignInProblem}
 */
export function checkQueryText(query: string): void {
  // Not as it is printed again: workerd prints the bytes that came.
  const decoded = [...new URLSearchParams(query)].flat().join('');
  if (count(decoded, /\ufffd/g) > count(query, /%ef%bf%bd|\ufffd/gi))
    throw new SignInProblem('The request must be percent-encoded as UTF-8');
}
