import { type Diagnostic, diagnose } from '../diagnostics/index.ts';
import type { Span } from '../model/span.ts';
import type { LoadEffect } from './child-report.ts';
import { type FindPosition, ownSpan } from './source-position.ts';

/** What the project's own modules do while they load; what packages do for themselves is not for its author to change. */
export async function effectFindings(effects: readonly LoadEffect[], locationIn: FindPosition): Promise<Diagnostic[]> {
  const found = new Map<string, { readonly span: Span; readonly kind: LoadEffect['kind']; readonly names: Set<string> }>();
  for (const { kind, stack, what } of effects) {
    const span = ownSpan(await locationIn(stack));
    if (span === undefined) continue;
    const key = `${kind} ${span.file}:${span.start}`;
    const known = found.get(key) ?? { span, kind, names: new Set() };
    found.set(key, { ...known, names: known.names.add(what) });
  }
  return [...found.values()].map(({ kind, names, span }) => diagnose('load-effect', { kind, what: listed([...names]) }, { span }));
}

/** One call may set a whole file of variables. */
const listed = ([first = '', ...rest]: readonly string[]): string => (rest.length === 0 ? first : `${first}, … (${rest.length} more)`);
