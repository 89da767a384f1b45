import MagicString from 'magic-string';
import type { SourceEdit } from '../model/source-edit.ts';
import type { SchemaCallback, SchemaSite, SchemaSources } from '../model/schemas.ts';

interface MarkedFile {
  readonly sites: readonly SchemaSite[];
  readonly callbacks: readonly SchemaCallback[];
}

/** The schemas of each file that can be evaluated. */
export function markedFiles({ sites, callbacks }: SchemaSources): ReadonlyMap<string, MarkedFile> {
  const good = sites.filter(({ problem }) => problem === undefined);
  if (good.length === 0) return new Map();
  const files = new Set([...good, ...callbacks].map(({ file }) => file));
  const of = (file: string) => ({
    sites: good.filter((site) => site.file === file),
    callbacks: callbacks.filter((one) => one.file === file),
  });
  return new Map([...files].map((file) => [file, of(file)]));
}

/**
 * Edits a source for evaluation: functions passed to zod get ids, and schemas are repeated at the end of the file, where they run after all
 * modules have loaded. Line numbers stay.
 */
export function markSource(
  source: string,
  { sites, callbacks }: MarkedFile,
  { edits = [], withMap }: { readonly withMap: boolean; readonly edits?: readonly SourceEdit[] },
): string {
  const text = new MagicString(source);
  for (const { at, end, start, text: given } of edits) {
    if (start < end) text.update(start, end, given);
    else if (at === 'after') text.appendLeft(start, given);
    else text.appendRight(start, given);
  }
  for (const { id, start, end } of callbacks) {
    text.appendRight(start, `service$mark(${JSON.stringify(id)}, (`);
    text.appendLeft(end, '))');
  }
  const schemas = sites.map(
    ({ id, start, end, role }) =>
      `service$site(${JSON.stringify(id)}, ${JSON.stringify(role)}, () => (${text.snip(start, end).toString()}));`,
  );
  if (sites.length + callbacks.length > 0)
    text.append(['', 'import { mark as service$mark, site as service$site } from "service:schema-sites";', ...schemas].join('\n'));
  return withMap ? `${text.toString()}\n//# sourceMappingURL=${text.generateMap({ hires: true }).toUrl()}` : text.toString();
}
