import type * as parts from '@service/sdk/schema-table';
import type { CallbackId, ErrorText, SchemaNode } from '@service/sdk/schema-table';

/** A function of the run time that a schema can be made of: a misspelt one does not compile. */
export type PartName = {
  [K in keyof typeof parts]: (typeof parts)[K] extends (...args: never) => unknown ? K : (typeof parts)[K] extends object ? K : never;
}[keyof typeof parts];

/** Context for printing one schema. */
export interface Printing {
  readonly nodeAt: (index: number) => SchemaNode;
  /** True where a function of the author's may be asked. */
  readonly asks: (index: number) => boolean;
  /** The schema of a node: a call, or the name of one made before. */
  readonly run: (index: number) => string;
  /** Names a part, which the module then imports. */
  readonly part: (name: PartName) => string;
  readonly callback: (id: CallbackId) => string;
}

/** A call without its trailing undefined arguments. */
export function printCall(name: string, args: readonly (string | undefined)[]): string {
  const last = args.findLastIndex((arg) => arg !== undefined);
  return `${name}(${args
    .slice(0, last + 1)
    .map((arg) => arg ?? 'undefined')
    .join(', ')})`;
}

/** An object of options, or nothing where none is given. */
export function printOptions(options: Readonly<Record<string, string | undefined>>): string | undefined {
  const given = Object.entries(options).flatMap(([key, value]) => (value === undefined ? [] : [key === value ? key : `${key}: ${value}`]));
  return given.length === 0 ? undefined : `{ ${given.join(', ')} }`;
}

export const printList = (items: readonly string[]): string => `[${items.join(', ')}]`;

/** The owner of an author's own message. */
export const printOwner = (error: ErrorText, name: 'checkOwner' | 'schemaOwner', { part, callback }: Printing): string =>
  printCall(part(name), [typeof error === 'string' ? JSON.stringify(error) : callback(error.call)]);
