import { constructs, optionSets, type OptionSet } from './constructs/index.ts';
import { runReference } from './reference.ts';
import { type Bundler, runBundle } from './run-bundle.ts';
import { writeProject } from './write-project.ts';

export interface ConstructReport {
  /** Each counts once, under however many options it was compiled. */
  readonly constructs: number;
  /** Answers of bundles that were compared. */
  readonly comparisons: number;
  readonly differences: readonly string[];
}

const bundlers: readonly Bundler[] = ['esbuild', 'rollup'];

const isSet = (name: string): name is OptionSet => name in optionSets;
export const allSets: readonly OptionSet[] = Object.keys(optionSets).filter(isSet);

/**
 * Compares TypeScript's own emit with our bundles, all constructs at once under each set of options.
 * @param sets each is a build with either bundler
 */
export async function runConstructs(sets: readonly OptionSet[], onSet?: (line: string) => void): Promise<ConstructReport> {
  const differences: string[] = [];
  const compiled = new Set<string>();
  let comparisons = 0;
  for (const set of sets) {
    const chosen = constructs.filter(({ only }) => only?.includes(set) ?? true);
    for (const { name } of chosen) compiled.add(name);
    const project = writeProject(chosen, optionSets[set]);
    try {
      const expected = runReference(project.root);
      for (const bundler of bundlers) {
        const found = await runBundle(project.root, bundler);
        if ('kind' in found) {
          differences.push(`${set}, ${bundler}: refused\n${found.text}`);
          continue;
        }
        chosen.forEach(({ name }, index) => {
          const [one, other] = [JSON.stringify(expected[index]), JSON.stringify(found[index])];
          comparisons += 1;
          if (one !== other) differences.push(`${set}, ${bundler}, ${name}: TypeScript ${one}, bundle ${other}`);
        });
      }
      onSet?.(`typescript-${set}: ${chosen.length} constructs`);
    } finally {
      project.remove();
    }
  }
  return { constructs: compiled.size, comparisons, differences };
}
