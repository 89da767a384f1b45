import { decode, type SourceMapMappings } from '@jridgewell/sourcemap-codec';
import { resolve } from 'node:path';
import { relativePosix } from '../../std/paths.ts';
import { isOwnFile } from '../bundler-plugin/index.ts';
import { type BundledScript, escapedIn } from './browser-script.ts';

interface ShownDocument {
  readonly root: string;
  readonly html: string;
  readonly script: Pick<BundledScript, 'text' | 'map'>;
  /** Absolute path of the page that its author has written, whose text ends the document. */
  readonly page: string | undefined;
}

interface ScriptMap {
  readonly sources: readonly string[];
  readonly mappings: string;
}

/** What is made once of a document, when its first position is asked for. */
interface ReadMap {
  readonly sources: readonly string[];
  readonly mappings: SourceMapMappings;
  /** Offsets at which the lines of the document begin, and one after its end. */
  readonly starts: readonly number[];
}

/** Finds positions of a document, counted from 1, in the sources that it was made of. A widget tells them: they may be any numbers. */
export function placesIn({ html, page, root, script: { map, text } }: ShownDocument): (line: number, column: number) => string | undefined {
  let read: ReadMap | undefined;
  const start = html.lastIndexOf(`<script>${text}`) + '<script>'.length;
  const end = start + text.length;
  return (line, column) => {
    if (map === undefined) return undefined;
    const { mappings, sources, starts } = (read ??= readMap(map, html));
    const lineStart = starts[line - 1];
    const offset = (lineStart ?? 0) + column - 1;
    if (lineStart === undefined || !Number.isSafeInteger(column) || column < 1 || offset >= (starts[line] ?? 0)) return undefined;
    if (page !== undefined && offset > end) return `${relativePosix(root, page)}:${line - lineAt(starts, end)}:${column}`;
    if (offset < start || offset > end) return undefined;
    const from = Math.max(lineStart, start);
    const at = offset - from - escapedIn(html.slice(from, offset));
    const segment = mappings[line - lineAt(starts, start)]?.findLast(([generated, source]) => generated <= at && source !== undefined);
    if (segment === undefined || segment.length === 1) return undefined;
    const [, source, sourceLine, sourceColumn] = segment;
    const named = sources[source] ?? '';
    const file = resolve(root, named);
    if (named.includes('service-generated:') || !isOwnFile(root, file)) return undefined;
    return `${relativePosix(root, file)}:${sourceLine + 1}:${sourceColumn + 1}`;
  };
}

function readMap(map: string, html: string): ReadMap {
  // Written by the bundler.
  const { mappings, sources } = JSON.parse(map) as ScriptMap;
  const starts = [0];
  for (let at = html.indexOf('\n'); at >= 0; at = html.indexOf('\n', at + 1)) starts.push(at + 1);
  return { sources, mappings: decode(mappings), starts: [...starts, html.length + 1] };
}

/** Number of the line in which an offset is. */
const lineAt = (starts: readonly number[], offset: number): number => starts.findLastIndex((start) => start <= offset) + 1;
