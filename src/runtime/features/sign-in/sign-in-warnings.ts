import type { LocalAuthOptions, RemoteAuthOptions } from '../../define/auth-options.ts';
import { isProduction } from '../../define/index.ts';
import type { ApplicationCore } from '../application/application-core.ts';
import { addressWarnings, isReachable } from './open-address.ts';

const hasOwnPage = ({ login, ui }: LocalAuthOptions): boolean => login?.render !== undefined || ui?.['login'] !== undefined;

/** What an operator should read before the first sign-in. */
export function signInWarnings(
  { environment, http, runtime }: Pick<ApplicationCore, 'environment' | 'http' | 'runtime'>,
  options: LocalAuthOptions | RemoteAuthOptions,
): readonly string[] {
  const open = isReachable(http);
  const local = options.mode === 'local' ? options : undefined;
  const found: readonly (readonly [boolean, string])[] = [
    [
      local !== undefined && local.authenticate === undefined && open,
      'auth: identity is not checked: without authenticate, any visitor of the sign-in page can sign in as any person. Add authenticate, or use a mode with an identity provider.',
    ],
    [
      open && environment.NODE_ENV === undefined && !isProduction(runtime.environment),
      'auth: NODE_ENV is unset, so registration of clients is open and a missing JWT_SECRET is replaced by a random one. Set NODE_ENV=production.',
    ],
    [
      options.requireRegisteredClients === false,
      'auth.requireRegisteredClients is false: any client may start a sign-in and choose where the code is sent. Use it for development only.',
    ],
    [
      options.allowDefaultPublic === true && options.publicAccess === undefined,
      'auth.allowDefaultPublic gives anonymous callers every tool: say in publicAccess what they may use.',
    ],
    [
      local?.dcr?.initialAccessToken === '',
      'auth.dcr.initialAccessToken is empty, so every registration is refused. Set it, or remove it.',
    ],
    [
      local?.login?.fields !== undefined && local.authenticate === undefined,
      'auth.login.fields without authenticate: nothing checks these fields, and sign-in by email address is off. Add authenticate.',
    ],
    [
      local?.authenticate !== undefined && local.login?.fields === undefined && hasOwnPage(local),
      'auth: the sign-in page is your own and auth.login.fields is not set, so no field of the form becomes email or name of a token. List the fields, or return profile from authenticate.',
    ],
  ];
  return [...addressWarnings(http), ...found.flatMap(([holds, warning]) => (holds ? [warning] : []))];
}
