import type { Parameters } from '../endpoints/parameters.ts';
import { OAuthProblem } from '../responses/problems.ts';
import { sameUrl } from '../address/urls.ts';

/** A token request may name the resource again, not another one (RFC 8707 section 2.2). */
export function checkGrantedResource(parameters: Parameters, granted: string): void {
  const asked = parameters.get('resource');
  if (asked !== undefined && !sameUrl(asked, granted)) throw new OAuthProblem('invalid_target', 'resource is not what was granted');
}
