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

/** Finds positions of a document, counted from 1, in the sources that it was made of. */
export function placesIn({ html, page, root, script: { map, text } }: ShownDocument): (line: number, column: number) => string | undefined {
  let lines: SourceMapMappings | undefined;
  const start = html.lastIndexOf(`<script>${text}`) + '<script>'.length;
  return (line, column) => {
    if (map === undefined) return undefined;
    const offset = offsetOf(html, line, column);
    if (page !== undefined && offset > start + text.length) {
      const before = html.slice(0, start + text.length).split('\n').length;
      return `${relativePosix(root, page)}:${line - before}:${column}`;
    }
    if (offset < start || offset > start + text.length) return undefined;
    const [...above] = text.slice(0, offset - start).split('\n');
    const last = above.pop() ?? '';
    // Written by the bundler.
    const { mappings, sources } = JSON.parse(map) as ScriptMap;
    lines ??= decode(mappings);
    const at = last.length - escapedIn(last);
    const segment = lines[above.length]?.findLast(([from, source]) => from <= at && source !== undefined);
    if (segment === undefined || segment.length === 1) return undefined;
    const [, source, sourceLine, sourceColumn] = segment;
    const named = sources[source] ?? '';
    const file = resolve(root, named);
    if (named.includes('service-generated:') || !isOwnFile(root, file)) return undefined;
    return `${relativePosix(root, file)}:${sourceLine + 1}:${sourceColumn + 1}`;
  };
}

const offsetOf = (text: string, line: number, column: number): number => {
  let start = 0;
  for (let at = 1; at < line; at++) start = text.indexOf('\n', start) + 1;
  return start + column - 1;
};
