import { basename } from 'node:path';

/*
 * Which files the bundler asks this process about: each question is a trip to it and back. Its patterns are Go's, which know neither
 * look-ahead nor an escaped letter.
 */

const literal = (text: string): string => text.replaceAll(/[!-/:-@[-`{-~]/g, '\\$&');

/** Files with the name of one of these. */
export const namedAs = (files: readonly string[]): RegExp =>
  new RegExp(`[/\\\\](?:${[...new Set(files.map((file) => basename(file)))].map(literal).join('|')})$`);

/** JavaScript and TypeScript that does not lie in a folder, written with its last separator: some letter of the path is another one. */
export const scriptsOutside = (folder: string): RegExp => new RegExp(`^${otherThan(folder)}.*\\.[cm]?[jt]sx?$`);

/** Scripts of installed packages, without those of this product. */
export const packageScripts = new RegExp(`[/\\\\]node_modules[/\\\\]${otherThan('@service/')}.*\\.[cm]?jsx?$`);

function otherThan(start: string): string {
  return Array.from(start).reduceRight((rest, letter) => {
    const other = `[^${literal(letter)}]`;
    return rest === '' ? other : `(?:${other}|${literal(letter)}${rest})`;
  }, '');
}
