import { type JSDocableNode, Node } from 'ts-morph';
import { closestName } from '../../../src/runtime/std/closest-name.ts';
import { optionWorkingTags } from '../../packing/working-tags.ts';
import { OptionFault } from './option-fault.ts';

/** Tags of an option's comment. */
const optionTags = ['default', 'minimum', 'maximum', 'secret', 'noEffect', 'refused', ...optionWorkingTags, 'see', 'example'];

type Documented = Node & JSDocableNode;

const tagsOf = (node: Documented) => node.getJsDocs().flatMap((doc) => doc.getTags());

/** The texts of a tag, on one line each. */
export const tagTexts = (node: Documented, name: string): readonly string[] =>
  tagsOf(node)
    .filter((tag) => tag.getTagName() === name)
    .map((tag) => oneLine(tag.getCommentText() ?? ''));

const oneLine = (text: string): string => text.trim().replaceAll(/\s*\n\s*/g, ' ');

/** The first paragraph: the sentence of the documentation. Others are for editors alone. */
export function sentenceAt(node: Documented, known: readonly string[] = optionTags): string {
  const [doc] = node.getJsDocs();
  const [first = ''] = (doc?.getCommentText() ?? '').trim().split(/\n\s*\n/);
  const sentence = oneLine(first);
  if (sentence === '') throw new OptionFault(node, `${nameOf(node)} has no sentence; write a comment before it that says what it is for`);
  checkTags(node, known);
  return sentence;
}

/** @throws {OptionFault} naming a tag that is not one of these */
export function checkTags(node: Documented, known: readonly string[]): void {
  for (const tag of tagsOf(node)) {
    const name = tag.getTagName();
    if (known.includes(name)) continue;
    const near = closestName(name, known);
    throw new OptionFault(tag, `unknown tag @${name}; ${near === undefined ? `known are ${known.join(', ')}` : `did you mean @${near}?`}`);
  }
}

const nameOf = (node: Node): string => (Node.hasName(node) ? `"${node.getName()}"` : 'it');

type Plain = string | number | boolean;

/** `@default 'auto'`, `@default 300_000`, `@default true`. */
export function plainValue(node: Documented, name: 'default' | 'minimum' | 'maximum'): Plain | undefined {
  const [text] = tagTexts(node, name);
  if (text === undefined) return undefined;
  if (text === 'true' || text === 'false') return text === 'true';
  if (/^'[^'\\]*'$/.test(text)) return text.slice(1, -1);
  if (/^-?\d[\d_]*$/.test(text)) return Number(text.replaceAll('_', ''));
  throw new OptionFault(node, `@${name} ${text}: expected a number, true, false or a text in single quotes`);
}
