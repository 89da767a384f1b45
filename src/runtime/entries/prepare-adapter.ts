import type { PrepareIo } from '../define/index.ts';
import { messageOf, ServiceError } from '../errors/index.ts';
import { isRecord, type Awaitable } from '../std/index.ts';
import { isPlainObject } from './json-copy.ts';
import type { PrepareAdapter, PreparedAdapter } from './adapter-entries.ts';

/** Why an adapter has no prepared data; each is a finding of its own. */
export type PrepareProblem = 'document-not-locked' | 'document-not-as-locked' | 'document-refused' | 'prepare-failed';

/** A document that `PrepareIo.read` does not give. */
export class DocumentUnavailable extends Error {
  readonly problem: PrepareProblem;
  readonly address: string;

  constructor(problem: PrepareProblem, address: string, message: string) {
    super(message);
    this.problem = problem;
    this.address = address;
  }
}

/** An adapter that could not be prepared. */
export class AdapterNotPrepared extends ServiceError {
  readonly adapter: string;
  readonly problem: PrepareProblem;
  /** What went wrong, without the name of the adapter. */
  readonly detail: string;
  readonly address: string | undefined;

  constructor({ name }: PreparedAdapter, detail: string, cause?: unknown) {
    super('CONFIG_INVALID', `the adapter "${name}" could not be prepared: ${detail}`, { expose: true, cause });
    this.adapter = name;
    this.detail = detail;
    this.problem = cause instanceof DocumentUnavailable ? cause.problem : 'prepare-failed';
    this.address = cause instanceof DocumentUnavailable ? cause.address : undefined;
  }
}

/** Time in which a `prepare` has to end. */
const prepareTimeoutMs = 60_000;

/**
 * Runs the static `prepare` of adapters.
 * @param ioOf what it may use
 * @param timeoutMs for each of them
 */
export function prepareWith(ioOf: (adapter: PreparedAdapter) => PrepareIo, timeoutMs = prepareTimeoutMs): PrepareAdapter {
  return async (adapter) => {
    const prepare: unknown = Reflect.get(adapter.target, 'prepare');
    if (typeof prepare !== 'function')
      throw new ServiceError(
        'INVALID_DECORATOR_METADATA',
        `${adapter.className} has entries(prepared) and no static prepare: add one, or name the method fetch`,
      );
    const io = ioOf(adapter);
    const run = async (): Promise<unknown> => Reflect.apply(prepare, adapter.target, [adapter.options, io]);
    const prepared = await ended(run(), timeoutMs).catch((failure: unknown) => {
      throw new AdapterNotPrepared(adapter, failure instanceof DocumentUnavailable ? failure.message : `prepare ${told(failure)}`, failure);
    });
    const problem = jsonProblem(prepared);
    if (problem !== undefined) throw new AdapterNotPrepared(adapter, `prepare returned what is no JSON: ${problem}`);
    // As a bundle will have it.
    return JSON.parse(JSON.stringify(prepared)) as unknown;
  };
}

class Late extends Error {}

const told = (failure: unknown): string => (failure instanceof Late ? failure.message : `failed: ${messageOf(failure)}`);

async function ended<T>(work: Awaitable<T>, timeoutMs: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Late(`did not end within ${timeoutMs} ms`)), timeoutMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

const maxDepth = 200;

/** The first value that JSON cannot hold, with the JSON pointer to it; undefined for JSON. Members that are `undefined` count as absent. */
function jsonProblem(value: unknown, pointer = '', above: readonly unknown[] = []): string | undefined {
  const here = pointer === '' ? 'the value itself' : pointer;
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return undefined;
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : `${here} is ${value}`;
  if (above.length > maxDepth) return `${here} lies more than ${maxDepth} levels deep`;
  if (above.includes(value)) return `${here} holds itself`;
  const inside = [...above, value];
  if (Array.isArray(value)) return firstOf(value.map((item: unknown, at) => [String(at), item] as const));
  if (!isPlainObject(value)) return `${here} is ${kindOf(value)}`;
  return firstOf(Object.entries(value).filter(([, item]) => item !== undefined));
  function firstOf(members: readonly (readonly [string, unknown])[]): string | undefined {
    for (const [name, item] of members) {
      const problem = jsonProblem(item, `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, inside);
      if (problem !== undefined) return problem;
    }
    return undefined;
  }
}

function kindOf(value: unknown): string {
  if (!isRecord(value)) return value === undefined ? 'undefined' : `a ${typeof value}`;
  const { constructor } = value;
  return `an object of the class ${typeof constructor === 'function' ? constructor.name : 'unknown'}`;
}
