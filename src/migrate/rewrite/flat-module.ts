import type { ts } from 'ts-morph';
import { parseText, type SourceModule } from '../read/source-module.ts';

/** A top-level statement of the migrated module, with where it stood. */
export interface FlatStatement {
  readonly text: string;
  /** Where the statement began in the source; -1 for one that the migration wrote. */
  readonly origin: number;
  /** It ran when a function of the source was called, so it must not run while the module is loaded. */
  readonly fromFunction: boolean;
  /** `entry` and `service` are declarations that the migration wrote; what they mention is kept. */
  readonly role: 'source' | 'entry' | 'service';
}

/** A module whose set-up functions are taken apart: every statement stands at the top. */
export interface FlatModule {
  readonly source: SourceModule;
  readonly statements: readonly FlatStatement[];
}

/** The statements parsed as one module, each beside its record. */
export function parseFlat(module: FlatModule): readonly { readonly node: ts.Statement; readonly from: FlatStatement }[] {
  const tree = parseText(module.source.path, module.statements.map(({ text }) => text).join('\n'));
  if (tree.statements.length !== module.statements.length)
    throw new Error(`${module.source.path}: ${tree.statements.length} statements were parsed from ${module.statements.length}`);
  return tree.statements.flatMap((node, index) => {
    const from = module.statements[index];
    return from === undefined ? [] : [{ node, from }];
  });
}
