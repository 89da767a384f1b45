import { type SourceMapMappings, type SourceMapSegment, decode, encode } from '@jridgewell/sourcemap-codec';
import { isAbsolute, relative, resolve } from 'node:path';
import type { RawMap } from '../model/source-edit.ts';
import { withMap } from '../bundler-plugin/index.ts';
import type { SourceMapKind } from '../target.ts';
import type { BundledFile } from './bundled-file.ts';

interface Folders {
  readonly root: string;
  readonly sdkFolder: string;
}

/** What was put around a bundle's own text. */
export interface FinishedText {
  readonly code: string;
  /** Characters at the start of the bundler's text that stand further up now. */
  readonly moved: number;
  /** Text that follows, which no source map knows. */
  readonly ending: string;
}

interface MappedCode {
  readonly code: string;
  /** For a file beside it. */
  readonly map?: RawMap | undefined;
}

/** The code with its map in it, or beside it. */
export function attachMap(
  bundled: BundledFile,
  finished: FinishedText,
  { kind, named, ...folders }: Folders & { readonly kind: SourceMapKind; readonly named?: string | undefined },
): MappedCode {
  const code = finished.ending === '' ? finished.code : `${finished.code.trimEnd()}\n${finished.ending}`;
  if (bundled.map === undefined || kind === 'none') return { code };
  const map = finishedMap(bundled.map, finished, folders);
  // Debuggers find it by its name; a server of ours is told by the entry.
  if (kind === 'external' && named !== undefined) return { code: `${code.trimEnd()}\n//# sourceMappingURL=${named}\n`, map };
  return kind === 'inline' ? { code: withMap(code.trimEnd(), map) + '\n' } : { code, map };
}

/**
 * The source map of a finished bundle: its sources are named by their paths from the project, so that equal projects in different folders
 * have equal maps, which name no folder of this machine. Of the SDK and of generated modules it has lines alone, without texts: a server that
 * reads it is stopped a fifth of the time.
 */
function finishedMap({ raw, text }: NonNullable<BundledFile['map']>, { code, moved }: FinishedText, folders: Folders): RawMap {
  const kept = text.slice(moved);
  const segments = shifted(decode(raw.mappings), endOf(text.slice(0, moved)), endOf(code.slice(0, code.length - kept.length)));
  const sources = raw.sources.map((source) => (source === null ? null : shownSource(source, folders)));
  const isOurs = sources.map((source) => source === null || /^(?:@service\/sdk\/|service:)/.test(source));
  const contents = raw.sourcesContent?.map((content, at) => (isOurs[at] === true ? null : content));
  return {
    sources,
    sourcesContent: contents,
    names: [],
    mappings: encode(segments.map((line) => withoutColumns(line, isOurs))),
  };
}

/** One segment for each line of our own modules, all of others; no names, which nothing reads. */
function withoutColumns(segments: readonly SourceMapSegment[], isOurs: readonly boolean[]): SourceMapSegment[] {
  const kept: SourceMapSegment[] = [];
  let last: SourceMapSegment | undefined;
  for (const segment of segments) {
    const before = last;
    last = segment;
    if (segment.length === 1) kept.push(segment);
    else if (isOurs[segment[1]] !== true || before?.[1] !== segment[1] || before[2] !== segment[2])
      kept.push(segment.length === 4 ? segment : [segment[0], segment[1], segment[2], segment[3]]);
  }
  return kept;
}

interface TextPosition {
  readonly line: number;
  readonly column: number;
}

function endOf(text: string): TextPosition {
  const lines = text.split('\n');
  return { line: lines.length - 1, column: lines.at(-1)?.length ?? 0 };
}

/** Segments from one position on, as they are from another one on. */
function shifted(lines: SourceMapMappings, from: TextPosition, to: TextPosition): SourceMapMappings {
  const [first = [], ...rest] = lines.slice(from.line);
  for (const segment of first) segment[0] += to.column - from.column;
  return [...Array.from({ length: to.line }, () => []), first.filter(([column]) => column >= to.column), ...rest];
}

/** `src/main.ts`, `node_modules/zod/v4/core.js`, `@service/sdk/mcp/dispatch.js`, `service:entry`. */
function shownSource(source: string, { root, sdkFolder }: Folders): string {
  const generated = /(?:service-generated|\0service):([\w-]+)$/.exec(source)?.[1];
  if (generated !== undefined) return `service:${generated}`;
  const file = resolve(root, source);
  const ofSdk = slashed(relative(sdkFolder, file));
  if (!ofSdk.startsWith('../') && !isAbsolute(ofSdk)) return `@service/sdk/${ofSdk}`;
  const path = slashed(relative(root, file));
  const inPackage = path.lastIndexOf('node_modules/');
  return inPackage < 0 ? path : path.slice(inPackage);
}

const slashed = (path: string): string => path.replaceAll('\\', '/');
