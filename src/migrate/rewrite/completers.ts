import type { Declaration } from './declaration.ts';

interface CompletedEntry {
  readonly kind: 'Prompt' | 'ResourceTemplate';
  readonly options: readonly string[];
  readonly execute: string;
  readonly completers: readonly { readonly argument: string; readonly complete: string }[];
  readonly support: readonly string[];
}

/** Entries with completions are classes: a method `<argument>Completer` answers for its argument. */
export function printClass(symbol: string, entry: CompletedEntry): Declaration {
  const name = symbol.charAt(0).toUpperCase() + symbol.slice(1);
  const options = entry.options.map((option) => `  ${option},`).join('\n');
  const completers = entry.completers
    .map(({ argument, complete }) => `  ${argument}Completer(value, context) {\n    return (${complete})(value, context);\n  }`)
    .join('\n');
  const text = `@${entry.kind}({\n${options}\n})\nexport class ${name} extends ${entry.kind}Context {\n  ${entry.execute}\n${completers}\n}`;
  return { text, sdk: [entry.kind, `${entry.kind}Context`], support: entry.support, symbol: name };
}
