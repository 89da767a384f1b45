import {
  DynamicPlugin,
  type HookCall,
  type Next,
  Plugin,
  type PluginHooks,
  type PluginHost,
  type PluginStorage,
  type ToolModel,
  type ToolResult,
} from '@service/sdk/define';
import { comparableText, isRecord, matchesGlob, sha256Text } from '@service/sdk/internal';
import { checkCacheOptions, defaults, keepingOf, storageOf, type CacheField, type CacheOptions } from './cache-options.ts';
import { quickStore } from './quick-store.ts';
import { ResultsInMemory, ResultsInStore, Signature, type KeptResults, type ResultName } from './kept-results.ts';

/** A tool whose results are kept. */
interface Keeping {
  readonly ttlMs: number;
  readonly slides: boolean;
  /** Names the tool as it is now: a result of another version of it, or of another tool that has its name, is never found. */
  readonly prefix: string;
}

type Call = HookCall<ToolModel>;

/** What a running call gives to equal ones; undefined where it was cancelled, or rests on what is its caller's alone. */
type Outcome = { readonly text: string } | { readonly failure: unknown } | undefined;

/** A result, and its text as it was before any hook around the call could change it. */
interface Made {
  readonly result: ToolResult;
  readonly text: string;
}

/**
 * Answers repeated calls of tools with the field `cache` from a store. A result is kept for the same arguments of the same person (anonymous
 * callers share theirs), never when the tool failed, and never when it rests on what is the caller's alone: an answer to a question, or
 * `this.remember`. While one call runs, equal ones wait
 * for its result. A hit has `_meta.cache: 'hit'`.
 *
 * @example
 * const rate = tool({ name: 'rate', description: 'Exchange rate.', cache: { ttl: 60 } })(() => 1.08);
 *
 * \@Service({ info: { name: 'rates', version: '1.0.0' }, tools: [rate], plugins: [CachePlugin.init({ defaultTTL: 3600 })] })
 * class Server {}
 */
@Plugin({ name: 'cache' })
export class CachePlugin extends DynamicPlugin<CacheOptions> implements PluginHooks {
  readonly #keepings = new WeakMap<ToolModel, Keeping | false>();
  readonly #running = new Map<string, Promise<Outcome>>();
  #results: KeptResults = new ResultsInMemory(Date.now, defaults.maxResults);
  #host: PluginHost | undefined;
  #isAway = false;
  #known = 0;

  static readonly checkOptions = checkCacheOptions;

  /** @param options as `init` got them */
  static stores(options: CacheOptions): Readonly<Record<string, PluginStorage>> {
    const storage = storageOf(options);
    return storage === undefined ? {} : { results: storage };
  }

  onStart(host: PluginHost): void {
    this.#host = host;
    const { maxResults = defaults.maxResults } = this.options;
    this.#results = storageOf(this.options) === undefined ? new ResultsInMemory(host.now, maxResults) : shared(host, maxResults);
  }

  aroundToolCall(call: Call, next: Next<ToolResult>): ReturnType<Next<ToolResult>> {
    const keeping = this.#keepingOf(call);
    if (keeping === false || this.#isBypassed(call)) return next();
    const args = comparableText(call.input);
    // What JSON does not hold cannot be compared.
    if (args === undefined) return next();
    const named = `${keeping.prefix} ${callerOf(call)} ${args}`;
    // A result in memory is answered without a turn of the event loop.
    const found = this.#results instanceof ResultsInMemory ? this.#find(call, named, keeping) : undefined;
    if (found !== undefined && !(found instanceof Promise)) return found;
    return this.#answer(call, next, { keeping, named });
  }

  async #answer(call: Call, next: Next<ToolResult>, { keeping, named }: { keeping: Keeping; named: string }): Promise<ToolResult> {
    const key = this.#results instanceof ResultsInMemory ? named : await sha256Text(named);
    for (;;) {
      const found = await this.#find(call, key, keeping);
      if (found !== undefined) return found;
      const running = this.#running.get(key);
      if (running === undefined) {
        // A caller that has left starts no work.
        call.signal.throwIfAborted();
        return this.#lead(call, next, { key, keeping });
      }
      const shared = await outcomeInTime(running);
      if (shared === undefined) {
        if (this.#running.get(key) === running) this.#running.delete(key);
        if (this.#keepings.get(call.entry) === false) return next();
        continue;
      }
      if ('failure' in shared) throw shared.failure;
      // A result of its own: hooks around this call may change theirs.
      return JSON.parse(shared.text) as ToolResult;
    }
  }

  /** Runs the tool once for all equal calls of this instance. */
  async #lead(call: Call, next: Next<ToolResult>, of: { readonly keeping: Keeping; readonly key: string }): Promise<ToolResult> {
    const { key } = of;
    const made = this.#run(call, next, of);
    const outcome = made.then(
      ({ text }): Outcome => (call.isPersonal ? undefined : { text }),
      // On workers, only this request may look at its signal.
      (failure: unknown): Outcome => (call.isPersonal || call.signal.aborted ? undefined : { failure }),
    );
    this.#running.set(key, outcome);
    try {
      return (await made).result;
    } finally {
      if (this.#running.get(key) === outcome) this.#running.delete(key);
      // What a tool gives to one caller alone is not kept from now on.
      if (call.isPersonal) this.#keepings.set(call.entry, false);
    }
  }

  /** Runs the tool once for all instances. */
  async #run(call: Call, next: Next<ToolResult>, { keeping, key }: { readonly keeping: Keeping; readonly key: string }): Promise<Made> {
    const endTurn = await this.#tolerant(() => this.#results.takeTurn(key, call.signal), call.signal);
    try {
      // Another instance may have left it meanwhile.
      const left = this.#results instanceof ResultsInMemory ? undefined : await this.#find(call, key, keeping);
      call.signal.throwIfAborted();
      if (left !== undefined) return { result: left, text: JSON.stringify(left) };
      const result = await next();
      const text = JSON.stringify(result);
      if (result.isError !== true && !call.isPersonal)
        await this.#tolerant(() => this.#results.set(nameOf(call, key), text, keeping.ttlMs));
      return { result, text };
    } finally {
      if (endTurn !== undefined) await this.#tolerant(endTurn);
    }
  }

  /** A kept result that still fits what the tool promises; whatever else stands there counts as none. */
  #find(call: Call, key: string, keeping: Keeping): Promise<ToolResult | undefined> | ToolResult | undefined {
    if (this.#results instanceof ResultsInMemory) return this.#hit(call, this.#results.get(nameOf(call, key)), { key, keeping });
    return this.#tolerant(() => this.#results.get(nameOf(call, key))).then((text) => this.#hit(call, text, { key, keeping }));
  }

  #hit(
    call: Call,
    text: string | undefined,
    { key, keeping: { slides, ttlMs } }: { readonly key: string; readonly keeping: Keeping },
  ): Promise<ToolResult | undefined> | ToolResult | undefined {
    const result = text === undefined ? undefined : readResult(text);
    if (text === undefined || result === undefined) return undefined;
    const hit: ToolResult = { ...result, _meta: { ...result._meta, cache: 'hit' } };
    const fits = call.fits(hit);
    if (fits === false) return undefined;
    if (fits === true && !slides) return hit;
    return (async () => {
      if (!(await fits)) return undefined;
      if (slides) await this.#tolerant(() => this.#results.set(nameOf(call, key), text, ttlMs));
      return hit;
    })();
  }

  /** While the store is unavailable, tools run uncached; the log reports the outage once. */
  async #tolerant<T>(use: () => Promise<T> | T, signal?: AbortSignal): Promise<T | undefined> {
    try {
      const value = await use();
      if (this.#isAway) this.#host?.logger.info('the store of results answers again');
      this.#isAway = false;
      return value;
    } catch (failure) {
      // The caller is gone, and the store is not.
      if (signal?.aborted === true) throw failure;
      if (!this.#isAway) this.#host?.logger.warn('the store of results does not answer: tools run without it', { failure });
      this.#isAway = true;
      return undefined;
    }
  }

  #keepingOf({ entry, metadata }: Call): Keeping | false {
    const known = this.#keepings.get(entry);
    if (known !== undefined) return known;
    const { defaultTTL = defaults.defaultTTL, toolPatterns = defaults.toolPatterns } = this.options;
    const { approval = false, cache } = metadata;
    const isNamed = cache !== false && toolPatterns.some((pattern) => matchesGlob(pattern, entry.listedName));
    const field: CacheField | undefined = keepingOf(cache) ?? (isNamed ? {} : undefined);
    // A kept result would stand in for a call that somebody has to approve.
    const keeping = approval === false &&
      field !== undefined && {
        ttlMs: (field.ttl ?? defaultTTL) * 1000,
        slides: field.slideWindow === true,
        prefix: this.#results instanceof ResultsInMemory ? `#${this.#known++}` : JSON.stringify(entry),
      };
    this.#keepings.set(entry, keeping);
    return keeping;
  }

  #isBypassed({ request }: Call): boolean {
    const value = request.header(this.options.bypassHeader ?? defaults.bypassHeader);
    return value === 'true' || value === '1';
  }
}

/** Whoever signs in again, or with another client, has no more places than before. */
const nameOf = ({ principal: owner }: Call, key: string): ResultName => ({ key, owner });

const callers = new WeakMap<Call['auth'], string>();

/** The person with what they are, and the client with what it was allowed: a tool may answer by any of it. */
function callerOf({ auth, principal }: Call): string {
  let caller = callers.get(auth);
  if (caller === undefined) callers.set(auth, (caller = printCaller(auth, principal)));
  return caller;
}

function printCaller(auth: Call['auth'], principal: string | undefined): string {
  const { exp: _exp, iat: _iat, nbf: _nbf, jti: _jti, auth_time: _authTime, sub, ...claims } = auth.claims;
  const lists = [auth.scopes, auth.roles, auth.permissions].map((list) => list.toSorted());
  // Anonymous callers share results, although each of their tokens has a subject.
  return JSON.stringify([principal ?? null, principal === undefined ? null : (sub ?? null), ...lists, comparableText(claims) ?? '']);
}

/** How long equal calls wait for a running one, in milliseconds: a worker may be stopped before its call ends. */
const longestRunMs = 60_000;

async function outcomeInTime(outcome: Promise<Outcome>): Promise<Outcome> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), longestRunMs);
  });
  try {
    return await Promise.race([outcome, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Signed with the secret that instances have in common anyway, where there is one. */
function shared(host: PluginHost, maxResults: number): ResultsInStore {
  const secret = host.variable('MCP_SESSION_SECRET');
  const signature = secret === undefined ? undefined : new Signature(host.deriveKey('results', secret));
  if (signature === undefined)
    host.logger.info('results are kept unsigned: set MCP_SESSION_SECRET, so that only this server can write them');
  return new ResultsInStore(quickStore(host.store('results'), host.now), signature, maxResults);
}

function readResult(text: string): ToolResult | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) && Array.isArray(value['content']) ? (value as unknown as ToolResult) : undefined;
  } catch {
    return undefined;
  }
}
