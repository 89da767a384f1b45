import type { FieldRenderProps } from '@service/react';
import { isRecord } from '@service/sdk/internal';
import type { ReactElement } from 'react';
import { jsonText } from './json-text.ts';
import { readable } from './readable.ts';

const single = new Set(['string', 'number', 'integer', 'boolean', 'null']);

/** Names of arguments that no single input can hold: lists, objects, and what the schema leaves open. */
export function jsonFieldsOf({ properties }: Readonly<Record<string, unknown>>): ReadonlySet<string> {
  const all = Object.entries(isRecord(properties) ? properties : {});
  return new Set(all.flatMap(([name, schema]) => (isRecord(schema) && !isSingle(schema) ? [name] : [])));
}

function isSingle({ enum: choices, type }: Readonly<Record<string, unknown>>): boolean {
  if (Array.isArray(choices)) return true;
  const types: readonly unknown[] = Array.isArray(type) ? type : [type];
  return types.every((one) => typeof one === 'string' && single.has(one));
}

/** Arguments of the call, with what was written as JSON read. @throws {Error} naming the argument that is none */
export const argumentsOf = (args: Readonly<Record<string, unknown>>, written: ReadonlySet<string>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(args).map(([name, value]) => [name, written.has(name) ? parsed(name, String(value)) : value]));

function parsed(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${name} is no JSON: ${error instanceof Error ? error.message : ''}`, { cause: error });
  }
}

/** Defaults of a schema, as a person reads them. The server fills them in; a form sends what was written. */
export function defaultsOf({ properties }: Readonly<Record<string, unknown>>): ReadonlyMap<string, string> {
  const all = Object.entries(isRecord(properties) ? properties : {});
  return new Map(
    all.flatMap(([name, schema]) => (isRecord(schema) && schema['default'] !== undefined ? [[name, shownDefault(schema['default'])]] : [])),
  );
}

const shownDefault = (value: unknown): string => readable(typeof value === 'string' && value !== '' ? value : jsonText(value, 0), 200);

interface JsonFieldProps {
  readonly field: FieldRenderProps;
  readonly isJson: boolean;
  /** What the server takes where nothing is written. */
  readonly standard: string | undefined;
}

/** One argument: its name, its description, its default, and an input that fits it. */
export function JsonField({ field, isJson, standard }: JsonFieldProps): ReactElement {
  const { description, enumValues = [], name, onChange, required, type, value } = field;
  const id = `field-${name}`;
  const shared = {
    id,
    name,
    required,
    value,
    ...(description === undefined && standard === undefined ? {} : { 'aria-describedby': `${id}-about` }),
    onChange: ({ target }: { readonly target: { readonly value: string } }) => onChange(target.value),
  };
  return (
    <div>
      <label htmlFor={id}>
        {name}
        {required && <span aria-hidden="true"> *</span>}
      </label>
      {type === 'enum' || type === 'boolean' ? (
        <select {...shared}>
          {!required && <option value="" />}
          {(type === 'boolean' ? ['false', 'true'] : enumValues).map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </select>
      ) : isJson ? (
        <textarea {...shared} rows={3} placeholder={standard ?? 'JSON'} spellCheck={false} />
      ) : (
        <input {...shared} placeholder={standard} type={type === 'string' ? 'text' : 'number'} step={type === 'integer' ? 1 : 'any'} />
      )}
      {(description !== undefined || standard !== undefined) && (
        <small id={`${id}-about`}>
          {description} {standard !== undefined && <span className="default">Default: {standard}</span>}
        </small>
      )}
    </div>
  );
}
