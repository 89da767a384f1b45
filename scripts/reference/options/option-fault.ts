import { relative, resolve } from 'node:path';
import type { Node } from 'ts-morph';

const root = resolve(import.meta.dirname, '../../..');

/** An option that cannot be read, with its place. */
export class OptionFault extends Error {
  constructor(node: Node, problem: string) {
    const source = node.getSourceFile();
    const { column, line } = source.getLineAndColumnAtPos(node.getStart());
    super(`${relative(root, source.getFilePath())}:${line}:${column}: ${problem}`);
  }
}
