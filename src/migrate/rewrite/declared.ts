import type { Finding } from '../findings.ts';
import type { EntryKind } from '../trace/traced.ts';
import type { FlatModule, FlatStatement } from './flat-module.ts';

/** An entry of the migrated project. */
export interface MigratedEntry {
  readonly kind: EntryKind;
  readonly name: string;
  readonly symbol: string;
  /** Where it was registered. */
  readonly file: string;
  readonly line: number;
}

export interface DeclaredModule {
  readonly module: FlatModule;
  readonly entries: readonly MigratedEntry[];
  readonly sdk: ReadonlySet<string>;
  readonly support: ReadonlySet<string>;
  readonly left: readonly Finding[];
}

export type MutableDeclared = {
  readonly statements: FlatStatement[];
  readonly entries: MigratedEntry[];
  readonly sdk: Set<string>;
  readonly support: Set<string>;
  readonly left: Finding[];
};
