import { createElement, type HTMLAttributes, type ReactElement } from 'react';
import { useAuthFlow } from './auth-flow.ts';

/** Props of {@link AuthPageWrapper}: those of `main`. */
export type AuthPageWrapperProps = HTMLAttributes<HTMLElement>;

/**
 * The frame of every page, without a style: title, logo, subtitle, the client, a note when sign-in is not checked, and the error. The
 * children follow below.
 *
 * @example
 * <AuthPageWrapper className="page">
 *   <AuthForm>…</AuthForm>
 * </AuthPageWrapper>
 */
export function AuthPageWrapper({ children, ...props }: AuthPageWrapperProps): ReactElement {
  const { clientId, clientName, error, logo, redirectUri, serverName, subtitle, title, unchecked } = useAuthFlow();
  return createElement(
    'main',
    props,
    logo === undefined ? null : createElement('img', { src: logo, alt: '' }),
    createElement('h1', null, title),
    subtitle === undefined ? null : createElement('p', null, subtitle),
    // A stranger's name, which must not turn the direction of what stands behind it.
    clientId === ''
      ? null
      : createElement(
          'p',
          null,
          createElement('strong', null, createElement('bdi', null, clientName ?? clientId)),
          ` asks for access to ${serverName} and returns to ${hostOf(redirectUri)}.`,
        ),
    unchecked ? createElement('p', null, 'This server does not check who you are.') : null,
    error === undefined ? null : createElement('p', { role: 'alert' }, error),
    children,
  );
}

/** Addresses of programs on this computer may have none. */
const hostOf = (uri: string): string => new URL(uri).host || uri;
