import type { SourceMap, SourceMapPayload } from 'node:module';

/** A stack as it is logged: frames of the bundle name files and lines of the project. */
export type StackMapper = (stack: string) => string;

/** Equal frames are mapped once: what fails a thousand times a second fails in few places. */
const maxKept = 100;
const maxKeptLength = 8000;

/**
 * Maps stacks of a bundle by the source map that lies beside it or in it. The map is read with the first stack that is logged: for an error
 * that nobody logs nothing is done. Without a map that belongs to the bundle every stack stays as it is.
 */
export function createStackMapper(bundle: string): StackMapper {
  const kept = new Map<string, string>();
  let read: { readonly map: SourceMap | undefined; readonly url: string } | undefined;
  const mapFrames = (frames: string): string => {
    read ??= { map: readMap(bundle), url: process.getBuiltinModule('node:url').pathToFileURL(bundle).href };
    const { map, url } = read;
    if (map === undefined) return frames;
    return frames
      .split('\n')
      .map((line) => mapFrame(line, [url, bundle], map))
      .join('\n');
  };
  return (stack) => {
    const start = stack.indexOf('\n    at ');
    if (start < 0) return stack;
    const frames = stack.slice(start);
    const known = kept.get(frames);
    if (known !== undefined) return stack.slice(0, start) + known;
    try {
      const mapped = mapFrames(frames);
      if (kept.size >= maxKept) kept.clear();
      if (frames.length <= maxKeptLength) kept.set(frames, mapped);
      return stack.slice(0, start) + mapped;
    } catch {
      // A damaged map takes no stack from the log.
      return stack;
    }
  };
}

function mapFrame(line: string, names: readonly string[], map: SourceMap): string {
  const name = names.find((one) => line.includes(`${one}:`));
  if (name === undefined) return line;
  const at = line.lastIndexOf(`${name}:`);
  const [position = '', row, column] = /^(\d+):(\d+)/.exec(line.slice(at + name.length + 1)) ?? [];
  if (position === '') return line;
  const entry = map.findEntry(Number(row) - 1, Number(column) - 1);
  if (!('originalSource' in entry) || typeof entry.originalSource !== 'string') return line;
  const mapped = `${entry.originalSource}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  return line.slice(0, at) + mapped + line.slice(at + name.length + 1 + position.length);
}

const inlineStart = '//# sourceMappingURL=data:application/json;base64,';

/** Undefined without a map, and for one of another build. */
function readMap(bundle: string): SourceMap | undefined {
  const { readFileSync } = process.getBuiltinModule('node:fs');
  try {
    const code = readFileSync(bundle, 'utf8');
    const last = code.slice(code.trimEnd().lastIndexOf('\n') + 1);
    const isInline = last.startsWith(inlineStart);
    const json = isInline ? Buffer.from(last.slice(inlineStart.length), 'base64').toString() : readFileSync(`${bundle}.map`, 'utf8');
    const payload = JSON.parse(json) as SourceMapPayload & { readonly x_bundle_sha256?: string };
    const digest = (): string => process.getBuiltinModule('node:crypto').createHash('sha256').update(code).digest('hex');
    if (!isInline && payload.x_bundle_sha256 !== digest()) return undefined;
    return new (process.getBuiltinModule('node:module').SourceMap)(payload);
  } catch {
    return undefined;
  }
}
