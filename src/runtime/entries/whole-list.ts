import { invalidParams } from '../errors/index.ts';

export interface Page<T> {
  readonly items: readonly T[];
  readonly nextCursor?: string;
}

export const badCursor = (): Error => invalidParams('Invalid cursor: begin again without one');

/** Replaces `pageOf` where no list is long enough for a second page, so every cursor is invalid. */
export function wholeList<T>(items: readonly T[], _rule: unknown, cursor: string | undefined): Page<T> {
  if (cursor !== undefined) throw badCursor();
  return { items };
}
