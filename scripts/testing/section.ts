/** What one section of `npm test` adds to the final line. */
export interface SectionResult {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export interface SectionContext {
  /** Absolute repository folder. */
  readonly root: string;
  /** Parts of file names that narrow the test files; empty = all. */
  readonly filters: readonly string[];
  /** Prints a line of progress. */
  say(line: string): void;
}

export interface Section {
  /** The `--only` value. */
  readonly name: string;
  readonly about: string;
  run(context: SectionContext): Promise<SectionResult>;
}

export const addResults = (results: readonly SectionResult[]): SectionResult => ({
  passed: results.reduce((sum, result) => sum + result.passed, 0),
  failed: results.reduce((sum, result) => sum + result.failed, 0),
  skipped: results.reduce((sum, result) => sum + result.skipped, 0),
});

/** One yes-or-no check, counted as a single test. */
export function verdict(context: SectionContext, name: string, problem: string | undefined): SectionResult {
  context.say(problem === undefined ? `  ok    ${name}` : `  FAIL  ${name}\n${indent(problem)}`);
  return { passed: problem === undefined ? 1 : 0, failed: problem === undefined ? 0 : 1, skipped: 0 };
}

const indent = (text: string): string =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => `        ${line}`)
    .join('\n');

/** Runs `work` over all items, at most `width` at a time, keeping the order of the answers. */
export async function inParallel<Item, Answer>(
  items: readonly Item[],
  width: number,
  work: (item: Item) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < items.length) {
      const at = next++;
      const item = items[at];
      if (item !== undefined) answers[at] = await work(item);
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, worker));
  return answers;
}
