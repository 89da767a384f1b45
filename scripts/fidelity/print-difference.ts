import type { FoundDifference } from './run-project.ts';

const maxShown = 400;

/** A difference as a few lines. */
export function printDifference({ at, build, built, call, project, scenario, uncompiled }: FoundDifference): string {
  return [
    `  ${project}, ${scenario}, ${build}: ${shorten(call)} ${at}`,
    `    uncompiled ${show(uncompiled)}`,
    `    built      ${show(built)}`,
  ].join('\n');
}

const show = (value: unknown): string => shorten(JSON.stringify(value) ?? 'nothing');
const shorten = (text: string): string => (text.length > maxShown ? `${text.slice(0, maxShown)} …` : text);
