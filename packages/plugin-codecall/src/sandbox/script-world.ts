import type { QuickJSContext, QuickJSHandle } from 'quickjs-emscripten-core';
import { maxLogLines } from './cut.ts';
import { guardNatives } from './guard-natives.ts';
import { addToNamespace, disable, errorOf, guarded, objectOf, stringifyIn } from './guest-values.ts';
import type { CallAnswer, ScriptBridge, ScriptJob, ScriptMessage } from './script-job.ts';
import { logLevels, sends, Sent } from './sends.ts';

interface WorldParts {
  readonly job: ScriptJob;
  readonly bridge: ScriptBridge;
  readonly guardsNatives: boolean;
}

const consoleLevels = { log: 'info', info: 'info', debug: 'debug', warn: 'warning', error: 'error' } as const;

/** Prototypes whose `constructor` compiles text: a script that was checked must not make another that was not. */
const compilers = '[function(){},async function(){},function*(){},async function*(){}].map((one)=>Object.getPrototypeOf(one))';

/** The globals of one script. */
export class ScriptWorld {
  readonly context: QuickJSContext;
  /** `JSON.stringify` as it was before the script could replace it. */
  readonly stringify: QuickJSHandle;
  /** Called when loops have run too often; with their count where no thread can be ended, to look at the clock. */
  readonly over: QuickJSHandle;
  readonly #parse: QuickJSHandle;
  readonly #bridge: ScriptBridge;
  /** Calls of tools without an answer. */
  #waiting = 0;
  #wake: () => void = () => undefined;
  readonly #sent = new Sent();
  #lines = 0;

  constructor(context: QuickJSContext, { bridge, guardsNatives, job: { limits, tools } }: WorldParts) {
    this.context = context;
    this.#bridge = bridge;
    const json = context.getProp(context.global, 'JSON');
    this.stringify = context.getProp(json, 'stringify');
    this.#parse = context.getProp(json, 'parse');
    this.over = context.newFunction('over', (rounds) => {
      const isLate = bridge.isLate?.() === true;
      if (rounds !== undefined && !isLate && context.getNumber(rounds) <= limits.maxIterations) return undefined;
      const what = guardsNatives ? 'loops and functions' : 'loops';
      const message = isLate
        ? 'the script took too long'
        : `the ${what} of the script have run ${limits.maxIterations} times, and no more is allowed`;
      return { error: context.newError({ name: 'RangeError', message }) };
    });
    if (guardsNatives) guardNatives(context);
    const prototypes = context.unwrapResult(context.evalCode(compilers));
    for (let at = 0; at < 4; at++) disable(context, context.getProp(prototypes, at), 'constructor');
    for (const [name, value] of Object.entries(this.#globals(tools, limits.allowConsole))) context.setProp(context.global, name, value);
    for (const { name } of tools) {
      const call = this.#own(name, (args) => this.#call(name, args, true));
      addToNamespace(context, name, call);
    }
    for (const name of limits.disabled) disable(context, context.global, name);
  }

  get isWaiting(): boolean {
    return this.#waiting > 0;
  }

  /** Settles when a call has its answer. */
  nextAnswer(): Promise<void> {
    return new Promise((resolve) => (this.#wake = resolve));
  }

  parse(text: string): QuickJSHandle {
    const { context } = this;
    // What is given back makes room for the next result.
    return context.newString(text).consume((given) => context.unwrapResult(context.callFunction(this.#parse, context.undefined, given)));
  }

  #globals(tools: ScriptJob['tools'], allowConsole: boolean): Record<string, QuickJSHandle> {
    const { context } = this;
    const known = new Map(tools.map(({ name, text }) => [name, text]));
    const console = Object.entries(consoleLevels).map(([name, level]): [string, QuickJSHandle] => [
      name,
      this.#own(name, (...given) => {
        this.#say({ kind: 'log', level, text: given.map((one) => this.#textOf(one)).join(' ') });
      }),
    ]);
    return {
      callTool: this.#own('callTool', (name, args, options) => {
        if (!this.#isText(name)) throw new TypeError('callTool: the first argument is the name of a tool');
        return this.#call(context.getString(name), args, !this.#isOff(options, 'throwOnError'));
      }),
      getTool: this.#own('getTool', (name) => {
        const text = this.#isText(name) ? known.get(context.getString(name)) : undefined;
        return text === undefined ? undefined : this.parse(text);
      }),
      mcpLog: this.#own('mcpLog', (level, text, data) => {
        const named = this.#textOf(level);
        this.#say({ kind: 'log', level: logLevels.includes(named) ? named : 'info', text: this.#textOf(text), ...this.#dataOf(data) });
      }),
      mcpNotify: this.#own('mcpNotify', (event, data) => {
        this.#say({ kind: 'notify', level: 'info', text: this.#textOf(event), ...this.#dataOf(data) });
      }),
      ...(allowConsole ? { console: objectOf(context, Object.fromEntries(console)) } : {}),
    };
  }

  #own(name: string, run: (...given: QuickJSHandle[]) => QuickJSHandle | undefined | void): QuickJSHandle {
    return this.context.newFunction(name, (...given) => guarded(this.context, () => run(...given)));
  }

  #isText(value: QuickJSHandle | undefined): value is QuickJSHandle {
    return value !== undefined && this.context.typeof(value) === 'string';
  }

  #isOff(options: QuickJSHandle | undefined, name: string): boolean {
    const { context } = this;
    if (options === undefined || context.typeof(options) !== 'object') return false;
    const value = context.getProp(options, name);
    return context.typeof(value) === 'boolean' && context.dump(value) === false;
  }

  #textOf(value: QuickJSHandle | undefined): string {
    if (value === undefined) return '';
    if (this.#isText(value)) return this.context.getString(value);
    const text = stringifyIn(this, value);
    return 'error' in text ? '[not JSON]' : (text.value ?? this.context.typeof(value));
  }

  #dataOf(value: QuickJSHandle | undefined): { readonly data?: string } {
    return value === undefined ? {} : { data: this.#textOf(value) };
  }

  /** No more, and no longer, than what is kept of it. */
  #say({ data, text, ...message }: ScriptMessage): void {
    if (this.#lines++ >= maxLogLines) return;
    const cut = (one: string): string => one.slice(0, sends.saidCharacters);
    this.#bridge.say({ ...message, text: cut(text), ...(data === undefined ? {} : { data: cut(data) }) });
  }

  #call(name: string, args: QuickJSHandle | undefined, throwsOnError: boolean): QuickJSHandle {
    const { context } = this;
    const deferred = context.newPromise();
    const text = args === undefined || context.typeof(args) === 'undefined' ? { value: '{}' } : stringifyIn(this, args);
    if ('error' in text) {
      deferred.reject(text.error);
      return deferred.handle;
    }
    this.#waiting++;
    void this.#send(name, text.value ?? 'null').then((answer) => {
      this.#waiting--;
      // A failure to hand it over is the script's: its memory may be full.
      guarded(context, () => this.#settle(deferred, answer, throwsOnError));
      this.#wake();
    });
    return deferred.handle;
  }

  /** Calls, unless the script has sent as much as it may. */
  async #send(name: string, args: string): Promise<CallAnswer> {
    return this.#sent.refuse(name, args) ?? this.#bridge.call(name, args);
  }

  #settle(deferred: ReturnType<QuickJSContext['newPromise']>, answer: CallAnswer, throwsOnError: boolean): void {
    const { context } = this;
    if ('text' in answer) {
      return this.parse(answer.text).consume((data) =>
        deferred.resolve(throwsOnError ? data : objectOf(context, { success: context.true, data })),
      );
    }
    const { code, kind, message, toolName } = answer;
    if (throwsOnError || kind === 'IllegalAccess') return deferred.reject(errorOf(context, kind, { message, toolName, code: code ?? '' }));
    deferred.resolve(objectOf(context, { success: context.false, error: this.parse(JSON.stringify({ code, message })) }));
  }
}
