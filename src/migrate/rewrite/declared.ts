import type { ts } from 'ts-morph';
import type { Finding } from '../findings.ts';
import type { EntryKind } from '../trace/traced.ts';
import type { FlatModule, FlatStatement } from './flat-module.ts';
import type { Constants } from './objects.ts';

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

/** A registration as it stands in the flattened module. */
export interface EntrySource {
  readonly call: ts.CallExpression;
  readonly constants: Constants;
  /** Name of the new constant. */
  readonly symbol: string;
  /** Reports what the declaration cannot say, at the registration. */
  readonly report: (problem: Pick<Finding, 'message' | 'hint'>) => void;
}

/** The declaration of an entry, and the names that it takes from the SDK and from the support module. */
export interface Declaration {
  readonly text: string;
  readonly sdk: readonly string[];
  readonly support: readonly string[];
  /** Of a class, which does not have the name of a constant. */
  readonly symbol?: string;
}

/** `export const x = tool({ … })(handler);` */
export function printBuilder(
  symbol: string,
  builder: string,
  parts: { readonly options: readonly string[]; readonly handler: string },
): string {
  const options = parts.options.map((option) => `  ${option},`).join('\n');
  return `export const ${symbol} = ${builder}({\n${options}\n})(${parts.handler});`;
}
