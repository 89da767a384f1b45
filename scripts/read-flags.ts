import { parseArgs, type ParseArgsConfig } from 'node:util';

/** Arguments of a repository command; a wrong one ends it with one line and code 2 before anything runs. */
export function readFlags<T extends ParseArgsConfig>(command: string, config: T): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config);
  } catch (error) {
    // Node goes on about positional arguments.
    const [told = ''] = (error instanceof Error ? error.message : String(error)).split('. ');
    const known = Object.keys(config.options ?? {}).map((name) => `--${name}`);
    return stop(command, `${told}; known: ${known.join(', ')}`);
  }
}

/** Says what is wrong with an argument, and ends with code 2. */
export function stop(command: string, problem: string): never {
  console.error(`npm run ${command}: ${problem}`);
  process.exit(2);
}
