import { lineEndOf } from '../../std/texts.ts';
import { ts } from 'ts-morph';

/** Text to insert at an offset; nothing is replaced. */
export interface TextInsert {
  readonly at: number;
  readonly text: string;
}

interface CommaList {
  readonly nodes: ts.NodeArray<ts.Node>;
  /** The list or object that holds them. */
  readonly in: ts.Node;
}

/** Inserts that append an item to a list or an object: on its own line if the last item has one, else on the last line. */
export function appendItem(source: ts.SourceFile, list: CommaList, item: string): readonly TextInsert[] {
  const { text } = source;
  const close = list.in.getEnd() - 1;
  const last = list.nodes.at(-1);
  const spaced = ts.isObjectLiteralExpression(list.in) ? ' ' : '';
  if (last === undefined) return [{ at: list.in.getStart(source) + 1, text: `${spaced}${item}${spaced}` }];
  const lineOf = (at: number): number => source.getLineAndCharacterOfPosition(at).line;
  if (lineOf(last.getEnd()) === lineOf(close)) return [{ at: last.getEnd(), text: `, ${item}` }];
  const eol = lineEndOf(text);
  const indent = /^[ \t]*/.exec(text.slice(source.getPositionOfLineAndCharacter(lineOf(last.getStart(source)), 0)))?.[0] ?? '';
  if (!list.nodes.hasTrailingComma)
    return [
      { at: last.getEnd(), text: ',' },
      { at: afterComments(text, last.getEnd()), text: `${eol}${indent}${item}` },
    ];
  return [{ at: afterComments(text, text.indexOf(',', last.getEnd()) + 1), text: `${eol}${indent}${item},` }];
}

/** A comment behind an item stays with it. */
const afterComments = (text: string, at: number): number => ts.getTrailingCommentRanges(text, at)?.at(-1)?.end ?? at;
