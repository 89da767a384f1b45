import { SignInProblem } from '../responses/problems.ts';

const replacements = (text: string): number => text.match(/%ef%bf%bd|\ufffd/gi)?.length ?? 0;

/**
 * Bytes that are not UTF-8 are read as U+FFFD, and `state` would come back as another text (RFC 6749 section 4.1.2).
 * @throws {SignInProblem}
 */
export function checkQueryText(query: string): void {
  if (replacements(new URLSearchParams(query).toString()) > replacements(query))
    throw new SignInProblem('The request must be percent-encoded as UTF-8');
}
