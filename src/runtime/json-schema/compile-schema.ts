import { escapePointer } from '../model/index.ts';
import { isRecord } from '../std/index.ts';
import { Documents, SchemaFault, type Located } from './documents.ts';
import type { Site } from './keyword.ts';
import { keywords } from './keywords.ts';
import { bounded, once } from './references.ts';
import { besides, Marks, Run, type Check, type Problem } from './run.ts';

/** Tells what is wrong with a value: nothing for a good one, else up to 100 problems. */
export type CheckedBySchema = (value: unknown) => readonly Problem[] | undefined;

export interface CompileOptions {
  /** Further documents that references may name, by their absolute addresses. Nothing is ever fetched. Default: none. */
  readonly documents?: Readonly<Record<string, unknown>>;
}

const unnamed = 'schema:unnamed';

/**
 * Turns a JSON Schema 2020-12 into a function. `format` and `content…` only annotate.
 * @throws {SchemaFault} for an invalid schema, a reference that leads nowhere, and a pattern that is invalid or longer than 1,000 characters
 * @see https://json-schema.org/draft/2020-12
 * @example compileSchema({ type: 'string' })(1) // [{ path: [], message: 'must be string' }]
 */
export function compileSchema(schema: unknown, { documents = {} }: CompileOptions = {}): CheckedBySchema {
  const all = new Documents();
  for (const [address, document] of Object.entries(documents)) all.add(copy(document), address);
  const compiler = new Compiler(all);
  const root = all.add(copy(schema), unnamed);
  const check = compiler.enter(root, undefined);
  compiler.finish();
  return (value) => {
    const run = new Run();
    return check(value, run) ? undefined : run.problems;
  };
}

/** As JSON, in which no part stands twice and nothing is inherited. */
function copy(schema: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(schema) ?? 'null');
  } catch (error) {
    throw new SchemaFault('it is no JSON', { cause: error });
  }
}

const compilers = Object.entries(keywords);

interface Compiled {
  check: Check;
}

class Compiler {
  readonly #compiled = new Map<object, Compiled>();
  readonly #unfinished: (() => void)[] = [];

  constructor(private readonly documents: Documents) {}

  /** The check of a schema from another one's place; it is ready once {@link finish} has run. */
  enter(to: Located, from: Located | undefined): Check {
    const compiled = this.#compiledOf(to);
    const { resource } = to;
    if (resource === from?.resource) return (value, run, marks) => compiled.check(value, run, marks);
    return (value, run, marks) => {
      run.scope.push(resource);
      const holds = compiled.check(value, run, marks);
      run.scope.pop();
      return holds;
    };
  }

  finish(): void {
    for (let next = this.#unfinished.pop(); next !== undefined; next = this.#unfinished.pop()) next();
  }

  #compiledOf(at: Located): Compiled {
    const { pointer, schema } = at;
    if (schema === true) return { check: () => true };
    if (schema === false) return { check: (_value, run) => run.fail('boolean schema is false') };
    if (!isRecord(schema)) throw new SchemaFault(`at ${pointer || '/'}: a schema is an object, true or false`);
    const known = this.#compiled.get(schema);
    if (known !== undefined) return known;
    const compiled: Compiled = { check: () => true };
    this.#compiled.set(schema, compiled);
    this.#unfinished.push(() => (compiled.check = this.#compile(schema, at)));
    return compiled;
  }

  #compile(schema: Readonly<Record<string, unknown>>, at: Located): Check {
    const checks: Check[] = [];
    for (const [keyword, compile] of compilers)
      if (Object.hasOwn(schema, keyword)) checks.push(compile(schema[keyword], this.#siteOf(schema, at, keyword)));
    const [only] = checks;
    if (only === undefined) return () => true;
    const all: Check =
      checks.length === 1
        ? only
        : (value, run, marks) => {
            let holds = true;
            for (const check of checks) if (!check(value, run, marks)) holds = false;
            return holds;
          };
    const marksItself = 'unevaluatedItems' in schema || 'unevaluatedProperties' in schema;
    return marksItself ? (value, run, marks) => all(value, run, marks ?? new Marks()) : all;
  }

  #siteOf(schema: Readonly<Record<string, unknown>>, at: Located, keyword: string): Site {
    return {
      schema,
      child: (part, ...names) => {
        const pointer = [at.pointer, keyword, ...names.map(escapePointer)].join('/');
        return this.enter(this.documents.at(part, at, pointer), at);
      },
      refer: (reference, isDynamic) => {
        if (typeof reference !== 'string') throw new SchemaFault(`at ${at.pointer}/${keyword}: it is no text`);
        return this.#refer(reference, at, isDynamic);
      },
      refuse: (problem) => {
        throw new SchemaFault(`at ${at.pointer}/${keyword}: ${problem}`);
      },
    };
  }

  #refer(reference: string, from: Located, isDynamic: boolean): Check {
    const target = this.documents.resolve(reference, from);
    const fixed = this.enter(target, from);
    const name = isDynamic ? this.documents.dynamicName(reference, from) : undefined;
    if (name === undefined) return bounded(once(fixed, () => !this.documents.areDynamic));
    return bounded(
      besides((value, run, marks) => {
        const chosen = run.scope.find(({ dynamicAnchors }) => dynamicAnchors.has(name))?.dynamicAnchors.get(name);
        const check = chosen === undefined ? fixed : this.enter(chosen, from);
        this.finish();
        return check(value, run, marks);
      }),
    );
  }
}
