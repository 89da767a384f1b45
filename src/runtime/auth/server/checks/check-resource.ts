import type { Parameters } from '../endpoints/parameters.ts';
import { RedirectProblem, SignInProblem } from '../responses/problems.ts';
import type { ServerAddress } from '../address/server-address.ts';
import type { Client } from '../clients/client.ts';
import { sameUrl } from '../address/urls.ts';

const wrongResource = 'Invalid resource parameter: does not match server resource URI';

/** What is wrong with `resource`, for checks that end the request earlier. */
export function findWrongResource(parameters: Parameters, { resource }: ServerAddress): string | undefined {
  const asked = parameters.get('resource');
  return asked === undefined || sameUrl(asked, resource) ? undefined : wrongResource;
}

/**
 * The `aud` of the tokens: this server, in its own spelling, because another one may be as long as a request. A token for another server
 * would let this one's client in there.
 */
export function checkResource(parameters: Parameters, address: ServerAddress, client: Client): string {
  const problem = findWrongResource(parameters, address);
  if (problem === undefined) return address.resource;
  if (client.source === 'open') throw new SignInProblem(problem);
  throw new RedirectProblem('invalid_request', problem);
}
