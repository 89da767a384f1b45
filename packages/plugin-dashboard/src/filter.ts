import { PublicMcpError } from '@service/sdk/errors';

/** Characters of a filter. */
const maxFilter = 100;

/** States of a filter: its repetitions are written out. */
const maxStates = 300;

/** Goes on to all of `next`: after a character that `reads` takes, or where `holds`. */
interface State {
  readonly reads?: (char: string) => boolean;
  readonly holds?: (chars: readonly string[], at: number) => boolean;
  readonly next: State[];
}

/** A part of the expression, as a function of what comes after it. */
type Part = (next: State) => State;

/**
 * What a regular expression finds, in a time that grows with the length of the text alone: the engine of the language takes minutes for
 * `(a+)+$`, and nothing else of the server runs meanwhile.
 * @throws {PublicMcpError} for what is no expression, and for back references, look-around and named groups
 */
export function filterOf(pattern: unknown): (text: string) => boolean {
  if (typeof pattern !== 'string' || pattern === '') return () => true;
  const end: State = { next: [] };
  const start = new Expression(checked(pattern)).read()(end);
  return (text) => finds({ start, end }, Array.from(text));
}

function checked(pattern: string): string {
  if (pattern.length > maxFilter) throw refused(`must have at most ${maxFilter} characters`);
  try {
    return new RegExp(pattern, 'u').source;
  } catch {
    throw refused('must be a regular expression');
  }
}

const refused = (problem: string): PublicMcpError => new PublicMcpError(`filter: ${problem}`, 'INVALID_FILTER', 400);

function finds({ end, start }: { readonly start: State; readonly end: State }, chars: readonly string[]): boolean {
  let states: readonly State[] = [];
  for (let at = 0; at <= chars.length; at++) {
    const reached = new Set<State>();
    // It may begin anywhere.
    for (const state of [...states, start]) reach(state, reached, { chars, at });
    if (reached.has(end)) return true;
    const char = chars[at] ?? '';
    states = [...reached].flatMap(({ next, reads }) => (reads?.(char) === true ? next : []));
  }
  return false;
}

/** Each state once: that is what keeps it short. */
function reach(state: State, reached: Set<State>, where: { readonly chars: readonly string[]; readonly at: number }): void {
  if (reached.has(state)) return;
  reached.add(state);
  if (state.reads !== undefined || state.holds?.(where.chars, where.at) === false) return;
  for (const next of state.next) reach(next, reached, where);
}

const tokens =
  /\(\?:|\(\?|\((?!\?)|\)|\||\^|\$|\.|\[(?:\\.|[^\]\\])*\]|\\(?:u\{[0-9a-f]+\}|u[0-9a-f]{4}|x[0-9a-f]{2}|p\{[^}]*\}|c[a-z]|.)|[*+?]\??|\{\d+(?:,\d*)?\}\??|[^]/giu;

const isWord = (char: string | undefined): boolean => char !== undefined && /^\w$/.test(char);
const isBoundary = (chars: readonly string[], at: number): boolean => isWord(chars[at - 1]) !== isWord(chars[at]);

const assertions: Readonly<Record<string, State['holds']>> = {
  '^': (_chars, at) => at === 0,
  $: (chars, at) => at === chars.length,
  '\\b': isBoundary,
  '\\B': (chars, at) => !isBoundary(chars, at),
};

const inOrder: (first: Part, second: Part) => Part = (first, second) => (next) => first(second(next));
const nothing: Part = (next) => next;

/** Reads an expression that the language has found correct. */
class Expression {
  readonly #tokens: readonly string[];
  #at = 0;
  #states = 0;

  constructor(pattern: string) {
    this.#tokens = pattern.match(tokens) ?? [];
  }

  read(): Part {
    const choices = [this.#sequence()];
    while (this.#takes('|')) choices.push(this.#sequence());
    const [only = nothing] = choices;
    return choices.length === 1 ? only : (next) => this.#state({ next: choices.map((choice) => choice(next)) });
  }

  #sequence(): Part {
    let all = nothing;
    for (let token = this.#tokens[this.#at]; token !== undefined && token !== '|' && token !== ')'; token = this.#tokens[this.#at]) {
      this.#at++;
      all = inOrder(all, this.#repeated(this.#atom(token)));
    }
    return all;
  }

  #atom(token: string): Part {
    if (token === '(' || token === '(?:') {
      const group = this.read();
      this.#at++;
      return group;
    }
    if (token === '(?' || /^\\(?:[1-9]|k)/.test(token)) throw refused('may have no back reference, look-around or named group');
    const holds = assertions[token];
    if (holds !== undefined) return (next) => this.#state({ holds, next: [next] });
    const one = new RegExp(`^${token}$`, 'u');
    return (next) => this.#state({ reads: (char) => char !== '' && one.test(char), next: [next] });
  }

  #repeated(part: Part): Part {
    const [, sign, min, comma, max] = /^(?:([*+?])|\{(\d+)(,?)(\d*)\})\??$/.exec(this.#tokens[this.#at] ?? '') ?? [];
    if (sign === undefined && min === undefined) return part;
    this.#at++;
    const least = sign === undefined ? Number(min) : sign === '+' ? 1 : 0;
    const most = sign === '?' ? 1 : sign !== undefined || (comma !== '' && max === '') ? Infinity : Number(max === '' ? min : max);
    if (least > maxStates || (most !== Infinity && most > maxStates)) throw refused('repeats too much');
    const needed = Array.from({ length: least }, () => part).reduce(inOrder, nothing);
    return inOrder(needed, most === Infinity ? this.#loop(part) : this.#upTo(part, most - least));
  }

  readonly #loop =
    (part: Part): Part =>
    (next) => {
      const loop = this.#state({ next: [next] });
      loop.next.push(part(loop));
      return loop;
    };

  #upTo(part: Part, times: number): Part {
    return times === 0 ? nothing : (next) => this.#state({ next: [next, inOrder(part, this.#upTo(part, times - 1))(next)] });
  }

  #takes(token: string): boolean {
    const isThere = this.#tokens[this.#at] === token;
    if (isThere) this.#at++;
    return isThere;
  }

  #state(state: State): State {
    if (++this.#states > maxStates) throw refused('repeats too much');
    return state;
  }
}
