import type { Parameters } from '../endpoints/parameters.ts';
import { SignInProblem } from '../responses/problems.ts';
import { redirectUriProblem } from '../../../options/redirect-values.ts';
import { coversRedirectUri } from '../clients/redirect-uris.ts';
import type { Client } from '../clients/client.ts';

/** An address that may receive codes and errors of this client. */
export type CheckedRedirectUri = string & { readonly checked: unique symbol };

export interface RedirectUriRules {
  /** Allowed patterns for self-registered clients, when set. */
  readonly allowedRedirectUris: readonly string[] | undefined;
  /** Of apps on the person's device; a redirect URI with one is compared exactly too. */
  readonly privateUseSchemes: readonly string[];
  /** Said along, because an address that is not registered ends the request before the resource is looked at. */
  readonly wrongResource: string | undefined;
}

/** Exactly one of the registered texts: what is parsed before it is compared can be made to mean something else (RFC 9700). */
export function checkRedirectUri(parameters: Parameters, client: Client, rules: RedirectUriRules): CheckedRedirectUri {
  const uri = parameters.require('redirect_uri');
  const problem = redirectUriProblem(uri, rules.privateUseSchemes);
  if (problem !== undefined) throw new SignInProblem(both(problem, rules));
  if (!isRegistered(uri, client, rules)) throw new SignInProblem(both('redirect_uri is not registered for this client', rules));
  return uri;
}

function isRegistered(uri: string, client: Client, { allowedRedirectUris }: RedirectUriRules): uri is CheckedRedirectUri {
  if (client.source !== 'open') return client.redirectUris.includes(uri);
  return allowedRedirectUris === undefined || allowedRedirectUris.some((entry) => coversRedirectUri(entry, uri));
}

const both = (problem: string, { wrongResource }: RedirectUriRules): string =>
  wrongResource === undefined ? problem : `${problem}. ${wrongResource}`;
