import { SignInFailure } from './sign-in-failure.ts';

/** What the redirect of a sign-in has to say. */
export interface Expected {
  readonly state: string;
  readonly issuer: string;
  /** The authorization server says that its redirects name it. */
  readonly namesItself: boolean;
}

/** The code that a redirect with our state brought, or the reason why it brought no code. */
export function readRedirect(query: URLSearchParams, { issuer, namesItself }: Expected): string | SignInFailure {
  // RFC 9207 section 2.4: the answer of another server must not be sent to this one, whether or not this one names itself.
  const named = query.get('iss');
  if (named === null ? namesItself : named !== issuer) return new SignInFailure('The redirect came from another authorization server');
  const error = query.get('error');
  if (error !== null) return new SignInFailure(`The sign-in was refused: ${query.get('error_description') ?? error}`);
  return query.get('code') ?? new SignInFailure('The redirect brought no code');
}
