import { createElement, type FormHTMLAttributes, type ReactElement } from 'react';
import { useAuthFlow } from './auth-flow.ts';

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
