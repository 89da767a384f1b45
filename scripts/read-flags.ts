import { parseArgs, type ParseArgsConfig } from 'node:util';

/** What each flag does; shown after a mistyped one, and by `--help`. */
type Hints = Readonly<Record<string, string>>;

/** Arguments of a repository command; a wrong one ends it with one line and code 2 before anything runs. */
export function readFlags<T extends ParseArgsConfig>(command: string, config: T, hints: Hints = {}): ReturnType<typeof parseArgs<T>> {
  const names = Object.keys(config.options ?? {}).map((name) => (hints[name] === undefined ? `--${name}` : `--${name} (${hints[name]})`));
  const known = `known: ${names.join(', ')}`;
  if ((config.args ?? process.argv).includes('--help')) {
    console.log(`npm run ${command}: ${known}`);
    process.exit(0);
  }
  try {
    return parseArgs(config);
  } catch (error) {
    // Node goes on about positional arguments.
    const [told = ''] = (error instanceof Error ? error.message : String(error)).split('. ');
    return stop(command, `${told}; ${known}`);
  }
}

/** Says what is wrong with an argument, and ends with code 2. */
export function stop(command: string, problem: string): never {
  console.error(`npm run ${command}: ${problem}`);
  process.exit(2);
}

interface Numeric {
  readonly command: string;
  /** Its name without dashes. */
  readonly flag: string;
  readonly least?: number;
  readonly most?: number;
}

/** The number that a flag was given; anything but a whole one of its range ends the command. */
export function wholeNumber(given: string, { command, flag, least = 0, most = Number.MAX_SAFE_INTEGER }: Numeric): number {
  // `Number` alone reads nothing as 0, and takes fractions.
  const value = /^\d+$/.test(given) ? Number(given) : NaN;
  if (value >= least && value <= most) return value;
  const range = most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`;
  return stop(command, `--${flag} takes a whole number ${range}; got ${JSON.stringify(given)}`);
}
