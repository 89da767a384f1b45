import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** Grants that end before their time: `auth.revocation`, RFC 7009. */
export const rows: readonly RequirementRow[] = rowsOf({
  'revocation.option':
    'auth.revocation: true serves POST /oauth/revoke in the modes local and remote; without it the path is 404 and nothing of it is in a bundle. The other modes refuse the option.',
  'revocation.discovery':
    'The authorization-server metadata names revocation_endpoint and the ways in which clients authenticate there, exactly where it is served.',
  'revocation.client': 'The client identifies itself as at the token endpoint; one with a secret shows it, else 401 invalid_client.',
  'revocation.refresh':
    'A refresh token of the client, a retired one too, ends its whole grant: every refresh token and access token of it.',
  'revocation.access': 'An access token of the client ends its whole grant; one that belongs to no grant is unsupported_token_type.',
  'revocation.hint': 'token_type_hint changes nothing, and an unknown one is no error.',
  'revocation.unknown': 'What is no token of this server, or has ended already, is answered with 200.',
  'revocation.foreign': 'A token of another client is invalid_grant and stays good.',
  'revocation.form': 'The token is read from the body of a POST alone; another method is 405, a token in the query is none.',
  'revocation.store': 'While the store is away the answer is 503, and no token is taken whose grant cannot be looked up.',
  'revocation.tokens':
    'Access tokens name their grant, which is looked up at every request; those of before the option, and anonymous ones, end when they expire.',
  'revocation.identified':
    'A withdrawal counts from when a person was identified: open sign-ins, connect links, and choices that are saved meanwhile end with it, in every later step. A check that began before it, here or at a provider, identifies nobody and keeps no credential; a connect link is as old as the grant of the call that asked, and is looked at again before what it connects is kept.',
  'revocation.withdraw':
    'this.grants.withdraw(sub) ends every grant of a person at every client, sign-ins under way included, on every instance; remembered consent is forgotten, later sign-ins hold, and nobody else is concerned.',
});
