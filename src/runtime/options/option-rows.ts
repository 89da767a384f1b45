import { shortRows, sentences } from './generated.ts';
import type { OptionOwner, OptionRow } from './option-row.ts';

const rowsOf = (owner: OptionOwner): readonly OptionRow[] => shortRows[owner].map(([path, type, more]) => ({ owner, path, type, ...more }));

/** Every option of every decorator. The members of an app's `auth` are those of the server's, which `optionRowsOf` adds. */
export const optionRows: readonly OptionRow[] = (Object.keys(shortRows) as OptionOwner[]).flatMap(rowsOf);

const known = new Map<OptionOwner, readonly OptionRow[]>();

/** What one decorator takes. */
export function optionRowsOf(owner: OptionOwner): readonly OptionRow[] {
  const rows = known.get(owner) ?? [
    ...optionRows.filter((row) => row.owner === owner),
    ...(owner === 'app'
      ? optionRows.filter((row) => row.owner === 'service' && row.path.startsWith('auth.')).map((row) => ({ ...row, owner }))
      : []),
  ];
  known.set(owner, rows);
  return rows;
}

const levels = new Map<string, ReadonlyMap<string, OptionRow>>();

/** The options of one level of what a decorator takes, by their names. @param prefix of their paths: empty, or `auth.` */
export function optionsAt(owner: OptionOwner, prefix: string): ReadonlyMap<string, OptionRow> {
  const key = `${owner} ${prefix}`;
  const found =
    levels.get(key) ??
    new Map(
      optionRowsOf(owner)
        .filter(({ path }) => path.startsWith(prefix) && !path.slice(prefix.length).includes('.'))
        .map((row) => [row.path.slice(prefix.length), row]),
    );
  levels.set(key, found);
  return found;
}

/** Sentence that explains an option; members of an app's `auth` are those of the server's. */
export const sentenceOf = (owner: OptionOwner, path: string): string | undefined =>
  sentences[`${owner} ${path}`] ?? (owner === 'app' ? sentences[`service ${path}`] : undefined);
