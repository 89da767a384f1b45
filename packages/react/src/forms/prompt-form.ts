import { createElement, Fragment, useState, type ReactElement, type ReactNode } from 'react';
import { Form, Labelled, type FormProps } from './form.ts';
import { promptArguments, textOf, type FieldTexts, type FormPrompt } from './tool-fields.ts';
import type { FieldRenderProps } from './tool-form.ts';

/** Props of {@link PromptForm}; those of a `form` are handed on. */
export interface PromptFormProps extends FormProps {
  /** A prompt of `useListPrompts()`. */
  readonly prompt: FormPrompt;
  /** Gets every argument as a text, empty where nothing was written. */
  readonly onSubmit: (args: Record<string, string>) => void;
  /** Draws a field in place of ours, its label too. */
  readonly renderField?: ((props: FieldRenderProps) => ReactNode) | undefined;
  /** @default 'Get Prompt' */
  readonly submitLabel?: string | undefined;
}

/**
 * A form for the arguments of a prompt: one text of several lines for each, with the id `prompt-<name>`.
 *
 * @example
 * <PromptForm prompt={prompt} onSubmit={(args) => void getPrompt(args)} />
 */
export function PromptForm({ onSubmit, prompt, renderField, submitLabel = 'Get Prompt', ...rest }: PromptFormProps): ReactElement {
  const [texts, setTexts] = useState<FieldTexts>({});
  const named = prompt.arguments ?? [];
  const questions = named.map(({ description, name, required = false }) => {
    const props: FieldRenderProps = {
      name,
      type: 'string',
      required,
      ...(description === undefined ? {} : { description }),
      value: textOf(texts, name),
      onChange: (value) => setTexts((before) => ({ ...before, [name]: value })),
    };
    return createElement(Fragment, { key: name }, renderField === undefined ? createElement(PromptInput, props) : renderField(props));
  });
  return createElement(Form, { submitLabel, send: () => onSubmit(promptArguments(named, texts)), ...rest }, questions);
}

function PromptInput({ description, name, onChange, required, value }: FieldRenderProps): ReactElement {
  const id = `prompt-${name}`;
  const input = createElement('textarea', {
    id,
    name,
    required,
    value,
    placeholder: description,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  });
  return createElement(Labelled, { id, name, required }, input);
}
