import type { ts } from 'ts-morph';
import { spanOf } from '../../2-read/reading.ts';
import type { SchemaProblem } from '../../model/schemas.ts';
import type { SchemaReading } from './schema-reading.ts';

/** One walk over an expression or a function: is it made of constants, schemas and the project's own code alone? */
export interface Walk {
  readonly schemas: SchemaReading;
  /** Names that are declared in here are the walk's own. */
  readonly root: ts.Node;
  /** Specifiers of the modules that the root's file imports names from. */
  readonly imports: Set<string>;
  /** Constants and functions that it leads to. */
  readonly reached: Set<ts.Node>;
  usesZod: boolean;
  problem: SchemaProblem | undefined;
}

/** Says why the walk has failed; the first reason counts. */
export function unfit(walk: Walk, node: ts.Node, because: string): void {
  walk.problem ??= problemAt(walk.schemas, node, because);
}

/** The problem with the node's own text in front: `` `process` is known only while the server runs ``. */
export function problemAt({ reading }: SchemaReading, node: ts.Node, because: string): SchemaProblem {
  const text = node.getText();
  const shown = text.length > 40 ? `${text.slice(0, 39)}…` : text;
  return { text: `\`${shown}\` ${because}`, file: node.getSourceFile().fileName, span: spanOf(reading, node) };
}
