import { parseArgs } from 'node:util';
import { didYouMean } from '../../terminal/index.ts';
import type { Json, JsonObject } from '../../model/index.ts';
import { UsageFault } from '../failures.ts';
import { globalFlags, type Flag, type Globals, type Typed } from './flag.ts';
import { readValue } from './read-value.ts';

interface Reading {
  readonly flags: readonly Flag[];
  /** How many words may stand without a flag. */
  readonly positionals?: number;
  /** What `-` as a value stands for. */
  readonly readInput: () => Promise<string>;
}

/**
 * Reads what follows a command. `-` as a value is standard input, for one flag.
 * @throws {UsageFault} naming the first word that does not fit
 */
export async function readFlags(args: readonly string[], reading: Reading): Promise<Typed> {
  const known = tableOf(reading.flags);
  const given = new Map<Flag, Given>();
  const positionals: string[] = [];
  for (const token of tokensOf(args, known)) {
    if (token.kind === 'option-terminator') continue;
    if (token.kind === 'positional') positionals.push(takePositional(token.value, positionals.length, reading));
    else takeOption(token, known, given);
  }
  const own: [string, Json][] = [];
  const globals: [string, Json][] = [];
  const input = inputOnce(reading.readInput);
  for (const [flag, { texts, typed }] of given) {
    const values: Json[] = [];
    for (const text of texts) values.push(readValue(text === '-' ? await input(typed) : text, flag.kind, typed));
    (reading.flags.includes(flag) ? own : globals).push([flag.property, flag.kind.kind === 'list' ? values : (values[0] ?? null)]);
  }
  return { values: fromEntries(own), positionals, globals: fromEntries(globals) as Globals };
}

/** Own members, whatever they are called. */
const fromEntries = (entries: readonly (readonly [string, Json])[]): JsonObject => Object.fromEntries(entries);

interface Given {
  readonly texts: string[];
  readonly typed: string;
}

/** Flags by every spelling. Those of the command come last, and win. */
function tableOf(flags: readonly Flag[]): ReadonlyMap<string, Flag> {
  const spelled = (list: readonly Flag[]): (readonly [string, Flag])[] =>
    list.flatMap((flag) => [flag.name, ...(flag.aliases ?? [])].map((name) => [`--${name}`, flag] as const));
  const short = [...globalFlags, ...flags].flatMap((flag) => (flag.short === undefined ? [] : [[`-${flag.short}`, flag] as const]));
  return new Map([...spelled(globalFlags), ...short, ...spelled(flags)]);
}

type Token = NonNullable<ReturnType<typeof parseArgs<{ tokens: true; strict: false }>>['tokens']>[number];
type OptionToken = Extract<Token, { kind: 'option' }>;

function tokensOf(args: readonly string[], known: ReadonlyMap<string, Flag>): readonly Token[] {
  const options = [...known].flatMap(([typed, { kind }]) =>
    typed.startsWith('--')
      ? [[typed.slice(2), { type: kind.kind === 'boolean' ? 'boolean' : 'string', ...shortOf(typed, known) }] as const]
      : [],
  );
  return parseArgs({ args: [...args], options: Object.fromEntries(options), allowPositionals: true, strict: false, tokens: true }).tokens;
}

/** The letter belongs to the name that a flag has; aliases have none. */
function shortOf(typed: string, known: ReadonlyMap<string, Flag>): { short?: string } {
  const flag = known.get(typed);
  return flag?.short !== undefined && typed === `--${flag.name}` ? { short: flag.short } : {};
}

function takePositional(word: string, count: number, { flags, positionals = 0 }: Reading): string {
  if (count < positionals) return word;
  const [first] = flags;
  throw new UsageFault(
    `Unexpected argument ${JSON.stringify(word)}`,
    first === undefined ? undefined : `Give values with flags, as in --${first.name}; a switch that is off is written --no-<flag>`,
  );
}

function takeOption(token: OptionToken, known: ReadonlyMap<string, Flag>, given: Map<Flag, Given>): void {
  const typed = token.rawName;
  const flag = known.get(typed);
  if (flag === undefined) {
    takeNegated(token, known, given);
    return;
  }
  add(given, flag, { text: textOf(token, flag, known), typed });
}

function takeNegated({ rawName, value }: OptionToken, known: ReadonlyMap<string, Flag>, given: Map<Flag, Given>): void {
  const flag = rawName.startsWith('--no-') ? known.get(`--${rawName.slice('--no-'.length)}`) : undefined;
  if (flag === undefined || flag.kind.kind !== 'boolean') throw unknownFlag(rawName, known);
  if (value !== undefined) throw new UsageFault(`${rawName} takes no value`);
  add(given, flag, { text: 'false', typed: rawName });
}

function unknownFlag(typed: string, known: ReadonlyMap<string, Flag>): UsageFault {
  const names = [...known.keys()].filter((one) => one.startsWith('--'));
  return new UsageFault(`Unknown flag ${typed}`, didYouMean(typed, names, 'Add --help to see the flags of this command'));
}

function textOf({ inlineValue, rawName, value }: OptionToken, flag: Flag, known: ReadonlyMap<string, Flag>): string {
  if (flag.kind.kind === 'boolean') return value ?? 'true';
  // A forgotten value must not swallow the next flag.
  if (value === undefined || (inlineValue !== true && known.has(value.split('=', 1)[0] ?? '')))
    throw new UsageFault(
      `${rawName} needs a value`,
      value === undefined ? undefined : `To give ${value} as its value, write ${rawName}=${value}`,
    );
  return value;
}

/** Other users of a machine can read its command lines, and shells remember them. The value is not repeated. */
function checkSecret(flag: Flag, text: string): void {
  if (flag.secret === true && text !== '-') throw new UsageFault(`--${flag.name} takes - alone, which reads standard input`);
}

function add(given: Map<Flag, Given>, flag: Flag, { text, typed }: { readonly text: string; readonly typed: string }): void {
  checkSecret(flag, text);
  const before = given.get(flag);
  if (before === undefined) given.set(flag, { texts: [text], typed });
  else if (flag.kind.kind === 'list') before.texts.push(text);
  else throw new UsageFault(`${typed} is given twice`);
}

function inputOnce(readInput: () => Promise<string>): (typed: string) => Promise<string> {
  let reader: string | undefined;
  return (typed) => {
    if (reader !== undefined) throw new UsageFault(`${reader} and ${typed} cannot both read standard input`);
    reader = typed;
    return readInput();
  };
}
