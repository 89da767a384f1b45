import MagicString from 'magic-string';
import { ts } from 'ts-morph';
import { isReference, walk } from '../trace/syntax.ts';

/** The statement's text, with its comments, in which bindings have other names. A binding inside of it that hides another is renamed with it. */
export function renameIn(node: ts.Node, renames: ReadonlyMap<string, string>): string {
  const start = node.getFullStart();
  if (renames.size === 0)
    return node
      .getFullText()
      .replace(/^\s*\n/, '')
      .trim();
  const text = new MagicString(node.getFullText());
  walk(node, (inner) => {
    if (!isReference(inner)) return;
    const name = renames.get(inner.text);
    if (name === undefined) return;
    const at = inner.getStart() - start;
    const { parent } = inner;
    const isShort = ts.isShorthandPropertyAssignment(parent) || isShortBinding(parent, inner);
    text.overwrite(at, at + inner.text.length, isShort ? `${inner.text}: ${name}` : name);
  });
  return text
    .toString()
    .replace(/^\s*\n/, '')
    .trim();
}

/** `{ name }` of a pattern: the key stays. */
const isShortBinding = (parent: ts.Node, name: ts.Node): boolean =>
  ts.isBindingElement(parent) &&
  parent.name === name &&
  parent.propertyName === undefined &&
  parent.dotDotDotToken === undefined &&
  ts.isObjectBindingPattern(parent.parent);
