import { type ComponentType, createElement, type HTMLAttributes, type ReactElement, type FormHTMLAttributes } from 'react';
import { mountReactPage, type AuthPageProps } from '@service/sdk/auth-ui';
import { hydrateRoot } from 'react-dom/client';
import { AuthFlowProvider, useAuthFlow } from './auth-flow.ts';

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

/**
 * Hydrates a rendered page in the browser; does nothing on the server. A page of `auth.ui` is hydrated automatically: call this only to mount
 * it in another element than `service-auth-root`.
 *
 * @param options `mountId`: id of the element that holds the rendered page
 */
export function mountAuthPage(component: ComponentType<AuthPageProps>, options?: { readonly mountId?: string }): void {
  mountReactPage({ createElement, hydrateRoot, provider: AuthFlowProvider }, component, options);
}

/** Props of {@link AuthForm}. */
export interface AuthFormProps extends Omit<FormHTMLAttributes<HTMLFormElement>, 'action' | 'encType' | 'method' | 'onSubmit' | 'target'> {
  /** How it is sent with scripts; without them it is posted. By `GET` no password goes. */
  readonly method?: 'GET' | 'POST';
}

interface Submitted {
  readonly currentTarget: object;
  readonly nativeEvent: object;
  preventDefault(): void;
}

/**
 * The form that a page sends, with the fields that say whose sign-in it is and which page answers. It works without scripts; with them it
 * leaves by `submitFinish`, which sends those fields as the server gave them, whatever was put into the form.
 *
 * @example
 * <AuthForm>
 *   <input name="user" />
 *   <button name="action" value="allow">Continue</button>
 * </AuthForm>
 */
export function AuthForm({ children, method, ...props }: AuthFormProps): ReactElement {
  const { formFields, submitFinish, submitUrl } = useAuthFlow();
  const onSubmit = (event: Submitted): void => {
    event.preventDefault();
    const submitter: unknown = Reflect.get(event.nativeEvent, 'submitter');
    submitFinish(event.currentTarget, {
      method,
      ...(typeof submitter === 'object' ? { submitter } : {}),
    });
  };
  const hidden = formFields.map(({ name, value }, at) => createElement('input', { key: at, type: 'hidden', name, value }));
  return createElement('form', { ...props, method: 'post', action: submitUrl, onSubmit }, ...hidden, children);
}
