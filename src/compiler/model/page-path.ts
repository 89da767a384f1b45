import type { Span } from './span.ts';

/** The span of an option, by the label of its declaration (`@Service`, `app "Desk"`) and its path. */
export type SpanOfOption = (label: string, path: string) => Span | undefined;

interface WrittenPath {
  /** Absolute folder of the project. */
  readonly root: string;
  readonly written: string;
  /** File that declares it, relative to the project; absent where the sources do not show it. */
  readonly from: string | undefined;
  /** Absolute path of the file that stands in for it then. */
  readonly entry: string;
}

/** Absolute path of a file that an option names, relative to the file that declares it. */
export function pagePath({ entry, from, root, written }: WrittenPath): string {
  const base = from === undefined ? entry : `${root}/${from}`;
  return decodeURIComponent(new URL(written, `file://${encodeURI(base)}`).pathname);
}
