import { basename } from 'node:path';

/*
 * Which files the bundler asks this process about: each question is a trip to it and back. Its patterns are Go's, which know neither
 * look-ahead nor an escaped letter.
 */

/** Files with the name of one of these. */
export const namedAs = (files: readonly string[]): RegExp =>
  new RegExp(`[/\\\\](?:${[...new Set(files.map((file) => basename(file)))].map(literal).join('|')})$`);

/** JavaScript and TypeScript that does not lie in a folder, written with its last separator: some letter of the path is another one. */
export function scriptsOutside(folder: string): RegExp {
  const elsewhere = Array.from(folder).reduceRight((rest, letter) => {
    const other = `[^${literal(letter)}]`;
    return rest === '' ? other : `(?:${other}|${literal(letter)}${rest})`;
  }, '');
  return new RegExp(`^${elsewhere}.*\\.[cm]?[jt]sx?$`);
}

const literal = (text: string): string => text.replaceAll(/[!-/:-@[-`{-~]/g, '\\$&');
