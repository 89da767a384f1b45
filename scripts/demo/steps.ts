/** Prints what the demo does, one line a step, with its time. */
export interface Steps {
  readonly step: <T>(title: string, work: () => Promise<T>, describe: (value: T) => string) => Promise<T>;
  readonly say: (line: string) => void;
}

export function createSteps(write: (line: string) => void): Steps {
  let number = 0;
  return {
    say: write,
    async step(title, work, describe) {
      number += 1;
      const started = performance.now();
      try {
        const value = await work();
        write(`${String(number).padStart(2)}. ${title} (${formatMs(performance.now() - started)})\n${indent(describe(value))}`);
        return value;
      } catch (error) {
        throw new Error(`step ${number}, "${title}", failed: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
      }
    },
  };
}

export const formatMs = (milliseconds: number): string =>
  milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
export const formatBytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;

const indent = (text: string): string =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => `      ${line}`)
    .join('\n');
