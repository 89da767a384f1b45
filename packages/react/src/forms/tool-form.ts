import type { Json } from '@service/sdk/model';
import { createElement, Fragment, useState, type ReactElement, type ReactNode } from 'react';
import { shownText } from '../views/format.ts';
import { Form, Labelled, type FormProps } from './form.ts';
import { fieldsOfTool, startTexts, textOf, toolArguments, type Field, type FormTool } from './tool-fields.ts';

/** What a field of one's own gets: the field, what it holds, and what hears of a change. */
export interface FieldRenderProps extends Field {
  /** What the field holds: a text, whatever its type is. */
  readonly value: string;
  /** @param value the new text */
  readonly onChange: (value: string) => void;
}

/** Props of {@link ToolForm}; those of a `form` are handed on. */
export interface ToolFormProps extends FormProps {
  /** A tool of `useListTools()`. */
  readonly tool: FormTool;
  /** Gets the arguments of the call. */
  readonly onSubmit: (args: Record<string, Json>) => void;
  /** Draws a field in place of ours, its label too. */
  readonly renderField?: ((props: FieldRenderProps) => ReactNode) | undefined;
  /** @default 'Call Tool' */
  readonly submitLabel?: string | undefined;
}

/**
 * A form for the arguments of a tool: a field for every property of the schema, with the id `field-<name>`.
 * Numbers and booleans are sent as such; an optional field that was left empty is not sent.
 *
 * @example
 * <ToolForm tool={tool} onSubmit={(args) => void callTool(args)} />
 */
export function ToolForm({ tool, ...props }: ToolFormProps): ReactElement {
  const fields = fieldsOfTool(tool);
  // Another tool begins with its own defaults; the same tool, listed again, keeps what was written.
  return createElement(Fields, { key: shownText([tool.name, fields]), fields, ...props });
}

type FieldsProps = Omit<ToolFormProps, 'tool'> & { readonly fields: ReturnType<typeof fieldsOfTool> };

function Fields({ fields, onSubmit, renderField, submitLabel = 'Call Tool', ...rest }: FieldsProps): ReactElement {
  const [texts, setTexts] = useState(() => startTexts(fields));
  const questions = fields.map(({ choices: _choices, schemaDefault: _default, ...field }) => {
    const props: FieldRenderProps = {
      ...field,
      value: textOf(texts, field.name),
      onChange: (value) => setTexts((before) => ({ ...before, [field.name]: value })),
    };
    return createElement(Fragment, { key: field.name }, renderField === undefined ? createElement(FieldInput, props) : renderField(props));
  });
  return createElement(Form, { submitLabel, send: () => onSubmit(toolArguments(fields, texts)), ...rest }, questions);
}

function FieldInput({ description, enumValues = [], name, onChange, required, type, value }: FieldRenderProps): ReactElement {
  const id = `field-${name}`;
  const shared = { id, name, required, value, onChange: (event: { target: { value: string } }) => onChange(event.target.value) };
  const input =
    type === 'enum'
      ? createElement(
          'select',
          { ...shared, title: description },
          required ? undefined : createElement('option', { value: '' }),
          enumValues.map((choice) => createElement('option', { key: choice, value: choice }, choice)),
        )
      : createElement('input', { ...shared, ...inputType(type), placeholder: description });
  return createElement(Labelled, { id, name, required }, input);
}

const inputType = (type: Field['type']): { readonly type: string; readonly step?: number | 'any' } =>
  type === 'integer' ? { type: 'number', step: 1 } : type === 'number' ? { type: 'number', step: 'any' } : { type: 'text' };
