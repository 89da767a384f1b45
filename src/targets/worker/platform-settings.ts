/** The two keys of a wrangler file that decide what a worker can do. Those of named environments count too. */
export interface PlatformSettings {
  /** Dates of this form sort as texts; a file without one is as old as can be. */
  readonly date: string;
  readonly flags: ReadonlySet<string>;
  /** Where the file has a key; undefined where it has none. */
  readonly offsetOf: (key: string) => number | undefined;
}

/** Reads TOML and JSON with comments alike: both write these keys, and lists of texts, the same but for one sign. */
export function readPlatformSettings(file: string): PlatformSettings {
  const text = withoutComments(file);
  const date = /compatibility_date["']?\s*[:=]\s*["'](\d{4}-\d\d-\d\d)["']/.exec(text)?.[1] ?? '';
  const lists = [...text.matchAll(/compatibility_flags["']?\s*[:=]\s*\[([^\]]*)\]/g)].map(([, list = '']) => list);
  const offsetOf = (key: string): number | undefined => (text.includes(key) ? text.indexOf(key) : undefined);
  return {
    date,
    offsetOf,
    flags: new Set(lists.flatMap((list) => [...list.matchAll(/["']([^"']*)["']/g)].map(([, flag = '']) => flag))),
  };
}

/** `process.env` exists on a platform with Node's names, by flag or from this date on … */
const nodeByDefault = '2026-08-04';
/** … and holds the bindings by flag or from this one. */
const populatedByDefault = '2025-04-01';

type Dated = Pick<PlatformSettings, 'date' | 'flags'>;

/** Whether modules of Node are there. */
export const hasNode = ({ date, flags }: Dated): boolean =>
  flags.has('nodejs_compat') || flags.has('nodejs_compat_v2') || (date >= nodeByDefault && !flags.has('no_nodejs_compat'));

/** Flags without which `process.env` is empty. */
export function missingForEnvironment(settings: Dated): readonly string[] {
  const { date, flags } = settings;
  const isPopulated =
    flags.has('nodejs_compat_populate_process_env') ||
    (date >= populatedByDefault && !flags.has('nodejs_compat_do_not_populate_process_env'));
  return [...(hasNode(settings) ? [] : ['nodejs_compat']), ...(isPopulated ? [] : ['nodejs_compat_populate_process_env'])];
}

/** A flag in a comment is not set. Everything stays where it was. */
function withoutComments(text: string): string {
  let kept = '';
  for (let at = 0; at < text.length;) {
    const end = commentEnd(text, at);
    if (end !== undefined) {
      kept += text.slice(at, end).replaceAll(/[^\n]/g, ' ');
      at = end;
      continue;
    }
    const next = /["']/.test(text[at] ?? '') ? stringEnd(text, at) : at + 1;
    kept += text.slice(at, next);
    at = next;
  }
  return kept;
}

function commentEnd(text: string, at: number): number | undefined {
  const isBlock = text.startsWith('/*', at);
  if (!isBlock && !text.startsWith('//', at) && text[at] !== '#') return undefined;
  const end = text.indexOf(isBlock ? '*/' : '\n', at + 1);
  if (end === -1) return text.length;
  return isBlock ? end + 2 : end;
}

function stringEnd(text: string, start: number): number {
  const quote = text[start];
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\' && quote === '"') at += 1;
    else if (text[at] === quote || text[at] === '\n') return at + 1;
  }
  return text.length;
}
