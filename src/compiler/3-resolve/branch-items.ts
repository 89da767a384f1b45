import type { ts } from 'ts-morph';
import type { BranchItem } from '../model/branches.ts';
import type { StaticValue } from '../model/declarations.ts';
import type { SourceEdit } from '../model/source-edit.ts';
import { itemsOf } from './plain.ts';

/** What a list holds in some of its branches alone. */
export function branchItems(list: StaticValue): readonly StaticValue[] {
  if (list.kind === 'one-of') return list.values.flatMap((one) => [...itemsOf(one), ...branchItems(one)]);
  return list.kind === 'array' ? [...list.items.flatMap((item) => (item.kind === 'one-of' ? item.values : [])), ...(list.maybe ?? [])] : [];
}

/**
 * For evaluation: every item of a branch is kept where it is made, and repeated at the end of its file, where it is made for branches that
 * were not taken. One that needs what only a function knows cannot be made there. Line numbers stay.
 * @param root absolute folder of the project, with a slash at its end
 */
export function branchEdits(
  items: readonly BranchItem[],
  files: readonly Pick<ts.SourceFile, 'fileName' | 'text'>[],
  root: string,
): readonly SourceEdit[] {
  const found = new Map<string, BranchItem>(items.map((item) => [`${item.span.file}#${item.span.start}`, item]));
  return files.flatMap((file) => {
    const own = [...found.values()].filter(({ span }) => file.fileName === root + span.file);
    if (own.length === 0) return [];
    const edit = (start: number, text: string, at: SourceEdit['at'] = 'before'): SourceEdit => ({
      file: file.fileName,
      start,
      end: start,
      kind: 'branch-item',
      text,
      at,
    });
    const makers = own.map(({ id, span }) => `service$made(${JSON.stringify(id)}, () => (${file.text.slice(span.start, span.end)}));`);
    const names = 'import { keep as service$keep, made as service$made } from "service:branches";';
    return [
      ...own.flatMap(({ id, span }) => [edit(span.start, `service$keep(${JSON.stringify(id)}, (`), edit(span.end, '))', 'after')]),
      edit(file.text.length, ['', names, ...makers].join('\n'), 'end-of-file'),
    ];
  });
}
