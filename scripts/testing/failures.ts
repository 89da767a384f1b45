import type { Failure } from './section.ts';

/** What is known of every red test, in one block at the end of a run. */
export function printFailures(failures: readonly Failure[]): string {
  if (failures.length === 0) return '';
  const blocks = failures.map(({ command, text, where }, index) => `${index + 1}. ${where}\n${indent(text)}\n   Alone: ${command}\n`);
  return `\nFailures:\n\n${blocks.join('\n')}`;
}

const indent = (text: string): string =>
  text
    .trim()
    .split('\n')
    .map((line) => `     ${line}`)
    .join('\n');
