import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Area } from './areas.ts';
import type { FileTimes } from '../testing/file-times.ts';
import { activeVariable, reachedVariable } from './with-switches.ts';

/** No change is on: everything must pass. */
const nothing = -1;
/** Milliseconds within which a test passes with no change on; a machine may be shared by many. */
const maxSurveyMs = 240_000;
/** With a change on it hangs once it takes so many times as long as without one, and at least so many milliseconds. */
const hanging = { times: 8, minMs: 5000 };

/** A test that says this makes bundles or opens pages; any other takes milliseconds once it is loaded, wherever it lies. */
const builds = /\wProject\(|bootHttp|bundleOf|Attacks|support\/(?:boot|browser|built|bundle|cli|command|compile|functions|official|page)/;

/** A test file, and how well it did so far. */
export class Judge {
  readonly file: string;
  /** It judges sources, not bundles. */
  readonly beside: boolean;
  readonly #copy: string;
  readonly #idle: ChildProcess[] = [];
  #reached: Promise<ReadonlySet<number> | undefined> | undefined;
  #milliseconds: number;
  #maxMs = maxSurveyMs;
  #tries = 1;
  #kills = 0.2;

  constructor(copy: string, file: string, milliseconds: number) {
    this.#copy = copy;
    this.file = file;
    this.beside = !builds.test(readFileSync(join(copy, file), 'utf8'));
    this.#milliseconds = milliseconds;
  }

  /** Milliseconds that a noticed change takes of it. */
  get cost(): number {
    return (this.#milliseconds * this.#tries) / this.#kills;
  }

  /** It fails without any change, so it judges nothing. */
  isUnfit = false;

  /** Numbers of the changes that it executes; undefined when it cannot judge, because it fails with no change on. */
  reached(): Promise<ReadonlySet<number> | undefined> {
    return (this.#reached ??= this.#survey());
  }

  async #survey(): Promise<ReadonlySet<number> | undefined> {
    const folder = join(this.#copy, '.service', 'reached');
    mkdirSync(folder, { recursive: true });
    const told = join(folder, this.file.replaceAll('/', '-'));
    // Tried again: a machine that is busy lets a test of times fail once.
    const passed = (await this.#passes(told)) || (await this.#passes(told));
    const lines = existsSync(told) ? readFileSync(told, 'utf8').trim().split('\n').map(Number) : [];
    const reached = new Set(lines);
    this.isUnfit = !passed;
    console.error(passed ? `judge    ${this.file}: reaches ${reached.size}` : `UNFIT    ${this.file}`);
    return passed ? reached : undefined;
  }

  /** Twice in one process, as it will judge: the first run loads its modules, the second shows how long it takes, and that it can be repeated. */
  async #passes(told: string): Promise<boolean> {
    const child = this.#start({ [reachedVariable]: told });
    const isLoaded = await this.#ask(child, nothing);
    const started = performance.now();
    const passed = isLoaded && (await this.#ask(child, nothing));
    if (!passed) {
      end(child);
      return false;
    }
    this.#milliseconds = performance.now() - started;
    this.#maxMs = Math.max(hanging.minMs, hanging.times * this.#milliseconds);
    // What it has loaded takes seconds to load again: it judges the first change.
    this.#idle.push(child);
    return true;
  }

  async notices(id: number): Promise<boolean> {
    const started = performance.now();
    const child = this.#idle.pop() ?? this.#start({});
    const passed = await this.#ask(child, id);
    // What a failed test leaves behind must not judge the next change: bundles may still run, and beside the code it is tried.
    if (passed || (this.beside && (await this.#ask(child, nothing)))) this.#idle.push(child);
    else end(child);
    this.#milliseconds = (this.#milliseconds * this.#tries + performance.now() - started) / (this.#tries + 1);
    this.#tries += 1;
    if (!passed) this.#kills += 1;
    return !passed;
  }

  rest(): void {
    for (const child of this.#idle.splice(0)) end(child);
  }

  #start(variables: Readonly<Record<string, string>>): ChildProcess {
    const program = ['--import', 'tsx', '--conditions=service-source', 'scripts/mutations/judge-process.ts', this.file];
    const child = spawn(process.execPath, program, {
      cwd: this.#copy,
      env: { ...process.env, NO_COLOR: '1', [activeVariable]: String(nothing), ...variables },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      // With a group of its own its servers end with it.
      detached: true,
    });
    // A message to one that has just ended: the exit answers.
    return child.on('error', () => undefined);
  }

  #ask(child: ChildProcess, id: number): Promise<boolean> {
    return new Promise((resolve) => {
      const answer = (passed: boolean): void => {
        clearTimeout(timer);
        child.off('message', hear).off('exit', gone).off('error', gone);
        resolve(passed);
      };
      const gone = (): void => answer(false);
      const hear = (message: { readonly failed?: true; readonly id?: number; readonly passed?: boolean }): void => {
        // Beside the code the rest of a test takes no time, and its hooks clear up.
        if (message.failed === true && !this.beside) answer(false);
        if (message.id === id) answer(message.passed === true);
      };
      const timer = setTimeout(() => (end(child), answer(false)), this.#maxMs);
      child.on('message', hear).on('exit', gone).on('error', gone);
      if (child.exitCode !== null || child.signalCode !== null || !child.connected) return answer(false);
      child.send({ id });
    });
  }
}

function end({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // already gone
  }
}

/** Left out: what takes a minute for each mutant, or asserts the bytes of bundles. */
const unfit = /\/(?:auth-ui|browser-|errors|views|schemas|docs|examples|audit|node-target|bench|guard-cost|kept-)|\/chaos\/|worker/;
/** Tests beside the code that send thousands of requests, and reach what all others reach. */
const loads = /\/http-disconnects\./;

/** Every test that could judge the area: those of its sources and those on bundles. */
export function findJudges(copy: string, { bundles, tests }: Area, times: FileTimes): readonly Judge[] {
  const below = (folder: string, deep = true): string[] =>
    readdirSync(join(copy, folder), { recursive: deep, encoding: 'utf8' })
      .filter((name) => name.endsWith('.test.ts'))
      .map((name) => `${folder}/${name}`)
      .filter((file) => !loads.test(file));
  const matching = (pattern: RegExp): string[] =>
    below('test').filter((file) => !unfit.test(file) && pattern.test(file + readFileSync(join(copy, file), 'utf8')));
  const sources = tests.flatMap((part) => (statSync(join(copy, part)).isFile() ? [part] : below(part)));
  return [...sources, ...(bundles instanceof RegExp ? matching(bundles) : bundles)].map(
    (file) => new Judge(copy, file, times[file] ?? (file.startsWith('src') ? 700 : 30_000)),
  );
}

/** 0 for the test of the source itself, 1 for one in its folder, 2 for others. */
const distance = (test: string, source: string): number =>
  test === source.replace(/\.ts$/, '.test.ts') ? 0 : dirname(test) === dirname(source) ? 1 : 2;

/** The first test that fails with this change on, of the first `max` that reach it; undefined when none does. The nearest is asked first. */
export async function firstToNotice(
  judges: readonly Judge[],
  { file, id, inChild, max }: { readonly file: string; readonly id: number; readonly inChild: boolean; readonly max: number },
): Promise<string | undefined> {
  let left = max;
  const order = (a: Judge, b: Judge): number =>
    Number(b.beside) - Number(a.beside) || distance(a.file, file) - distance(b.file, file) || a.cost - b.cost;
  for (const judge of judges.toSorted(order)) {
    if (!judge.beside && left <= 0) return undefined;
    const reached = await judge.reached();
    // Coverage of a test's child processes is unknown.
    if (reached === undefined || !(inChild || reached.has(id))) continue;
    if (await judge.notices(id)) return judge.file;
    if (!judge.beside) left -= 1;
  }
  return undefined;
}
