import type { Parameters } from '../endpoints/parameters.ts';
import { SignInProblem } from '../responses/problems.ts';

/** Tokens never travel in a redirect: only `code` is served. */
export function checkResponseType(parameters: Parameters): void {
  if (parameters.require('response_type') !== 'code') throw new SignInProblem('response_type must be "code"');
}
