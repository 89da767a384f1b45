/*
 * Source maps of the files on their way into a bundle. A text carries its map as a comment at its end, as bundlers read it: each step that
 * changes the text continues the map, so that the last one leads back to the author's file.
 */
import { memberOf } from '@service/sdk/internal';
import { decode, encode, type SourceMapMappings, type SourceMapSegment } from '@jridgewell/sourcemap-codec';
import type { RawMap } from '../model/raw-map.ts';

/** How the maps of a bundle are made; undefined where there are none. */
export interface MapOptions {
  /** Whether they hold the texts of the sources. */
  readonly content: boolean;
}

const comment = '\n//# sourceMappingURL=data:application/json;base64,';

/** Bundlers wrote it, so its shape is known. */
export const parseMap = (json: string): RawMap => JSON.parse(json) as RawMap;

/** The text without its map, and the map. A file of the author may carry anything in that place. */
export function splitMap(text: string): { readonly text: string; readonly map: RawMap | undefined } {
  const at = text.lastIndexOf('\n//# sourceMappingURL=data:application/json;');
  const start = text.indexOf('base64,', at);
  if (at < 0 || start < 0 || /\n\s*\S/.test(text.slice(at + 1))) return { text, map: undefined };
  const map = readMap(Buffer.from(text.slice(start + 'base64,'.length), 'base64').toString());
  return { text: map === undefined ? text : text.slice(0, at), map };
}

function readMap(json: string): RawMap | undefined {
  try {
    const read: unknown = JSON.parse(json);
    return typeof memberOf(read, 'mappings') === 'string' && Array.isArray(memberOf(read, 'sources')) ? parseMap(json) : undefined;
  } catch {
    return undefined;
  }
}

export const withMap = (text: string, map: RawMap): string =>
  `${text}${comment}${Buffer.from(JSON.stringify({ version: 3, ...map })).toString('base64')}`;

/** The map of a text that was made from a text with a map. */
export function chainMaps(outer: RawMap, inner: RawMap): RawMap {
  const lines = decode(inner.mappings);
  const through = (segment: SourceMapSegment): SourceMapSegment[] => {
    const found = segment.length === 1 ? undefined : segmentAt(lines[segment[2]] ?? [], segment[3]);
    return found === undefined || found.length === 1 ? [] : [[segment[0], found[1], found[2], found[3]]];
  };
  const mappings = encode(decode(outer.mappings).map((line) => line.flatMap(through)));
  const { sources, sourcesContent } = inner;
  return { sources, ...(sourcesContent === undefined ? {} : { sourcesContent }), names: [], mappings };
}

/** The last segment that does not begin after the column. */
function segmentAt(line: SourceMapMappings[number], column: number): SourceMapSegment | undefined {
  let from = 0;
  let to = line.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((line[middle]?.[0] ?? 0) <= column) from = middle + 1;
    else to = middle;
  }
  return line[from - 1];
}
