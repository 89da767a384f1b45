import { createRevocation, RevocableGrants } from '../auth/server/revocation/create-revocation.ts';
import { ServiceError } from '../errors/index.ts';
import { issuingOptions } from './sign-in/issuing-options.ts';
import type { SignInExtension } from '../auth/server/sign-in/sign-in-extensions.ts';
import { defineFeature } from './application/define-feature.ts';

/** Grants that clients revoke and operators withdraw (`auth.revocation`): `POST /oauth/revoke` and `this.grants`. */
export const revocation = defineFeature('revocation', ({ runtime }) => {
  if (issuingOptions(runtime)?.revocation !== true) return {};
  let grants: RevocableGrants | undefined;
  const signIn: SignInExtension = (parts) => {
    grants = new RevocableGrants(parts.signInStore, parts.clock);
    return createRevocation(parts, grants);
  };
  const withdraw = async (sub: string): Promise<void> => {
    if (typeof sub !== 'string' || sub === '') throw new ServiceError('INVALID_INPUT', 'this.grants.withdraw: name the subject, a text');
    if (grants === undefined) throw new ServiceError('SERVER_ERROR', 'there are no grants: nothing signs people in');
    await grants.withdraw(sub);
    runtime.logger.info('the grants of a person were withdrawn', { sub });
  };
  return { contributes: { signIn }, context: { grants: () => ({ withdraw }) } };
});
