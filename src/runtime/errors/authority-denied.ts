import { rowOf } from './listed-codes.ts';
import { ServiceError } from './service-error.ts';

/** A caller whose authority does not reach an entry. */
export class AuthorityDenied extends ServiceError {
  override readonly name = 'AuthorityDenied';

  constructor(
    entry: { readonly type: string; readonly name: string },
    why: { readonly by: string; readonly denial: string; readonly scopes?: readonly string[] },
  ) {
    const { by: deniedBy, denial, scopes } = why;
    const data = {
      entryType: entry.type,
      entryName: entry.name,
      deniedBy,
      denial,
      requiredScopes: scopes,
    };
    super('AUTHORITY_DENIED', `${entry.type} "${entry.name}" may not be used by this caller: ${denial}`, {
      ...rowOf('AUTHORITY_DENIED'),
      data,
      requiredScopes: scopes,
    });
  }
}
