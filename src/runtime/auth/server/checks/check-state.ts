import type { Parameters } from '../endpoints/parameters.ts';
import { SignInProblem } from '../responses/problems.ts';

/** Characters; it is kept with the sign-in and goes back as it came. */
const maxLength = 4096;

export function checkState(parameters: Parameters): string | undefined {
  const state = parameters.get('state');
  if (state !== undefined && state.length > maxLength) throw new SignInProblem(`state is longer than ${maxLength} characters`);
  return state;
}
