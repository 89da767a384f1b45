/** What one section of `npm test` adds to the final line. */
export interface SectionResult {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** What a red test says of itself at the end of the run. */
export interface Failure {
  /** Path of the test file below the repository, or the section of a check without a file. */
  readonly where: string;
  /** Title and assertion, as the test printed them; for a server that it started, the last lines of its log. */
  readonly text: string;
  /** Runs it alone. */
  readonly command: string;
}

export interface SectionContext {
  /** Absolute repository folder. */
  readonly root: string;
  /** Parts of file names that narrow the test files; empty = all. */
  readonly filters: readonly string[];
  /** Prints a line of progress. */
  say(line: string): void;
  /** Adds to the last block of the run. */
  fail(failure: Failure): void;
  /** Runs work of this section when the machine has a place for it, beside that of other sections. */
  run<T>(work: () => Promise<T>): Promise<T>;
}

export interface Section {
  /** The `--only` value. */
  readonly name: string;
  readonly about: string;
  /** Place in the queue of work: the longest chains are started first. Default 50. */
  readonly order?: number;
  run(context: SectionContext): Promise<SectionResult>;
}

export const addResults = (results: readonly SectionResult[]): SectionResult => ({
  passed: results.reduce((sum, result) => sum + result.passed, 0),
  failed: results.reduce((sum, result) => sum + result.failed, 0),
  skipped: results.reduce((sum, result) => sum + result.skipped, 0),
});

/** One yes-or-no check, counted as a single test. */
export function verdict(context: SectionContext, name: string, problem: string | undefined): SectionResult {
  context.say(problem === undefined ? `  ok    ${name}` : `  FAIL  ${name}`);
  if (problem === undefined) return { passed: 1, failed: 0, skipped: 0 };
  context.fail({ where: name, text: problem.trimEnd(), command: '' });
  return { passed: 0, failed: 1, skipped: 0 };
}

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
