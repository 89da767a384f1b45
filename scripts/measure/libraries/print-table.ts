import type { Library } from './libraries.ts';
import type { LibraryResult } from './run-library.ts';

interface Row {
  readonly library: Library;
  readonly result: LibraryResult;
}

/** The table of the guide: which library works how. */
export function printTable(rows: readonly Row[], versionOf: (library: Library) => string): string {
  const lines = rows.map(({ library, result }) => {
    const { name, package: installed = name } = library;
    return `| \`${installed}\` ${versionOf(library)} | ${library.kind} | ${howItWorks(result)} |`;
  });
  return ['| library | kind | in a node bundle |', '| --- | --- | --- |', ...lines].join('\n');
}

function howItWorks({ besideBytes = 0, copied = [], name, outcome, text }: LibraryResult): string {
  if (outcome === 'refused') return `refused: \`${text.split(':', 1)[0]}\``;
  if (copied.length > 0)
    return `copied: ${copied
      .map((one) => `\`${one.replace(/@[^@]*$/, '')}\``)
      .slice(0, 3)
      .join(', ')}${copied.length > 3 ? ` and ${copied.length - 3} more` : ''}`;
  return besideBytes > 0 ? `bundled, ${filesOf[name] ?? 'files beside it'}` : 'bundled';
}

const filesOf: Readonly<Record<string, string>> = {
  pino: 'its threads’ scripts beside it',
  fastify: 'its threads’ scripts beside it',
  'sql.js': 'its `.wasm` beside it',
};
