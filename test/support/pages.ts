/* The pages that users read: README and docs, without the generated reference. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

const markdownIn = (folder: string): readonly string[] =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`)
    .toSorted();

export const guidePages: readonly string[] = [...markdownIn('docs'), ...markdownIn('docs/guide')];
export const pages: readonly string[] = ['README.md', ...guidePages];
export const referencePages: readonly string[] = markdownIn('docs/reference');

export const readPage = (page: string): string => readFileSync(join(root, page), 'utf8');

export interface CodeBlock {
  readonly page: string;
  /** Word behind the fence. */
  readonly language: string;
  readonly text: string;
}

/** Every fenced block of a page, in order. */
function blocksOf(page: string): readonly CodeBlock[] {
  return [...readPage(page).matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, language = '', text = '']) => ({ page, language, text }));
}

/** Its blocks of JavaScript and TypeScript. */
export const codeBlocksOf = (page: string): readonly CodeBlock[] =>
  blocksOf(page).filter(({ language }) => ['js', 'jsx', 'ts', 'tsx', 'typescript'].includes(language));

/** Its first block of a language. */
export function textOf(page: string, language: string): string {
  const block = blocksOf(page).find((one) => one.language === language);
  if (block === undefined) throw new Error(`${page} has no block of ${language}`);
  return block.text;
}

/** Lines of a page that its reader types, comments behind them included: those of `sh` blocks, and those behind a `$`. */
export const commandLinesOf = (page: string): readonly string[] =>
  blocksOf(page)
    .flatMap(({ language, text }) => {
      if (language === 'sh') return text.split('\n');
      return language === 'console' ? text.split('\n').flatMap((line) => (line.startsWith('$ ') ? [line.slice(2)] : [])) : [];
    })
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
