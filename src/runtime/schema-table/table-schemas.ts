import type { JsonObject } from '../model/index.ts';
import type { Awaitable } from '../std/index.ts';
import { interpret, type InterpretOptions, type TableOutcome } from './interpret.ts';
import type { MessageOf } from './issues.ts';
import type { Callback } from './run-callback.ts';
import type { SchemaTable } from './table.ts';

/** A table in the clothes of a Standard Schema (standardschema.dev, version 1): it stands where the author wrote one of a library. */
export interface TableSchema {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: 'service';
    readonly validate: (value: unknown) => Awaitable<TableOutcome>;
    /** What the schema was, where the run time asks. */
    readonly kind?: string;
    readonly jsonSchema?: { readonly input: () => JsonObject; readonly output: () => JsonObject };
  };
}

export interface TableParts extends Omit<InterpretOptions, 'messageOf' | 'callbacks'> {
  /** The locale module of the author's schema library. */
  readonly messages: () => { readonly localeError: (issue: never) => unknown };
}

/** What the run time asks a schema for beside checking: a table that stands for one in a bundle brings the answers. */
export interface TableFacts {
  /** Results of this kind are shaped in a way of their own: `date`. */
  readonly kind?: string;
  /** JSON Schema of what goes in: the form of a question. */
  readonly form?: JsonObject;
}

/** The author's functions by id; each is looked up when the schema is first used, when every module has been loaded. */
type OwnFunctions = Readonly<Record<string, () => unknown>>;

/**
 * Makes the schemas of one bundle, which share their parts. Nothing is interpreted before the first value comes.
 *
 * @example
 * const schemaOf = createTableSchemas({ messages: en, kinds: { object: objectRun, string: coercibleRun }, checks: {} });
 * export const s0 = schemaOf(table);
 * // where the author's schema stood: inputSchema: s0({ c0: () => isCity })
 */
export function createTableSchemas(parts: TableParts): (table: SchemaTable, facts?: TableFacts) => (own?: OwnFunctions) => TableSchema {
  let locale: MessageOf | undefined;
  const messageOf: MessageOf = (issue) => {
    locale ??= parts.messages().localeError as MessageOf;
    return locale(issue);
  };
  return (table, { form, kind } = {}) =>
    (own = {}) => {
      let parse: ((value: unknown) => Awaitable<TableOutcome>) | undefined;
      const validate = (value: unknown): Awaitable<TableOutcome> =>
        (parse ??= interpret(table, { ...parts, messageOf, callbacks: functionsOf(own) }))(value);
      const jsonSchema = form === undefined ? {} : { jsonSchema: { input: () => form, output: () => form } };
      return { '~standard': { version: 1, vendor: 'service', validate, ...jsonSchema, ...(kind === undefined ? {} : { kind }) } };
    };
}

function functionsOf(own: OwnFunctions): Record<string, Callback> {
  const functions: Record<string, Callback> = {};
  for (const [id, make] of Object.entries(own)) {
    const made = make();
    if (typeof made === 'function') functions[id] = (...args) => Reflect.apply(made, undefined, args) as unknown;
  }
  return functions;
}
