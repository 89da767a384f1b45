import type { ts } from 'ts-morph';
import type { SchemaReading } from './schema-reading.ts';

/** One walk over an expression or a function: is it made of constants, schemas and the project's own code alone? */
export interface Walk {
  readonly schemas: SchemaReading;
  /** Names that are declared in here are the walk's own. */
  readonly root: ts.Node;
  /** Specifiers of the modules that the root's file imports names from. */
  readonly imports: Set<string>;
  usesZod: boolean;
  problem: string | undefined;
}

/** Says why the walk has failed; the first reason counts. */
export function unfit(walk: Walk, node: ts.Node, because: string): void {
  const text = node.getText();
  walk.problem ??= `\`${text.length > 40 ? `${text.slice(0, 39)}…` : text}\` ${because}`;
}
