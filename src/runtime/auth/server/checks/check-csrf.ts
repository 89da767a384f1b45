import { secretsEqual } from '../../../std/index.ts';
import { SignInProblem } from '../responses/problems.ts';

/**
 * Checks the anti-forgery value that the page was given: any page of the web can make a browser post here, with the cookie.
 * @throws {SignInProblem} for another value
 */
export async function checkCsrf({ csrf }: { readonly csrf: string | undefined }, value: string): Promise<void> {
  if (csrf === undefined || !(await secretsEqual(csrf, value))) throw new SignInProblem('This form is not of the page that was opened');
}
