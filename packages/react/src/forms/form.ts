import { createElement, type ComponentPropsWithoutRef, type FormEvent, type ReactElement, type ReactNode } from 'react';

/** Props of a `form` that every form of this library hands on to it. */
export type FormProps = Omit<ComponentPropsWithoutRef<'form'>, 'onSubmit' | 'children'>;

/** A form that is sent by its button or by Enter, and never leaves the page. */
export function Form(
  props: FormProps & { readonly submitLabel: string; readonly send: () => void; readonly children?: ReactNode },
): ReactElement {
  const { children, send, submitLabel, ...rest } = props;
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    send();
  };
  return createElement('form', { onSubmit, ...rest }, children, createElement('button', { type: 'submit' }, submitLabel));
}

/** An input below its name. */
export function Labelled(props: {
  readonly id: string;
  readonly name: string;
  readonly required: boolean;
  readonly children?: ReactNode;
}): ReactElement {
  const { children, id, name, required } = props;
  // Readers of screens say "required" by the input itself.
  const mark = required ? createElement('span', { 'aria-hidden': true }, ' *') : undefined;
  return createElement('div', null, createElement('label', { htmlFor: id }, name, mark), children);
}
