import { isJsonObject, type Json, type JsonObject } from '@service/sdk/model';
import { idOf } from './other-validator.ts';

/** A request, as prism is given it. */
export interface PrismRequest {
  readonly method: string;
  readonly url: { readonly path: string; readonly query: Readonly<Record<string, string | readonly string[]>> };
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** A second stranger's validator of requests. */
export interface Prism {
  /** What is wrong with a request of an operation; undefined where prism itself fails, as it does at parameters of a path in other styles than `simple`. */
  faultsOf(id: string, request: PrismRequest): readonly string[] | undefined;
}

interface PrismOperation {
  readonly method: string;
  readonly path: string;
}

type Verdict = { readonly _tag: 'Right' } | { readonly _tag: 'Left'; readonly left: readonly PrismFault[] };

interface PrismFault {
  readonly path?: readonly string[];
  readonly message: string;
  /** 0 is an error; the rest are remarks, such as that a parameter is deprecated. */
  readonly severity: number;
}

interface PrismModules {
  getHttpOperationsFromSpec(definition: object): Promise<readonly PrismOperation[]>;
  validateInput(asked: { readonly resource: PrismOperation; readonly element: PrismRequest }): Verdict;
}

/** @param ids operations that prism reads; it copies all that they refer to, so it gets no others */
export async function createPrism(definition: JsonObject, ids: ReadonlySet<string>): Promise<Prism> {
  const prism = '../../../tools/openapi/node_modules/@stoplight/prism-http/dist';
  const reader = (await import(`${prism}/utils/operations.js`)) as PrismModules;
  const judge = (await import(`${prism}/validator/index.js`)) as PrismModules;
  const operations = await reader.getHttpOperationsFromSpec(partOf(definition, ids));
  const known = new Map(operations.map((operation) => [idOf({ method: operation.method.toLowerCase(), path: operation.path }), operation]));
  return {
    faultsOf: (id, element) => {
      const resource = known.get(id);
      if (resource === undefined) return undefined;
      try {
        const verdict = judge.validateInput({ resource, element });
        const faults = verdict._tag === 'Right' ? [] : verdict.left.filter(({ severity }) => severity === 0);
        return faults.map(({ message, path = [] }) => `/${path.join('/')} ${message}`);
      } catch {
        return undefined;
      }
    },
  };
}

/** A description of some operations: without answers, and without components that nothing names. */
function partOf(definition: JsonObject, ids: ReadonlySet<string>): JsonObject {
  const paths: JsonObject = {};
  for (const [path, item] of Object.entries((definition['paths'] ?? {}) as JsonObject)) {
    if (!isJsonObject(item)) continue;
    const chosen = Object.entries(item).filter(([method]) => ids.has(idOf({ method, path })));
    if (chosen.length === 0) continue;
    const shared = item['parameters'] === undefined ? {} : { parameters: item['parameters'] };
    const bare = chosen.map(([method, operation]) => {
      const { callbacks: _callbacks, security: _security, servers: _servers, ...rest } = operation as JsonObject;
      return [method, { ...rest, responses: {} }] as const;
    });
    paths[path] = { ...shared, ...Object.fromEntries(bare) };
  }
  const { consumes, info = {}, openapi, swagger } = definition;
  const head = { info, ...(openapi === undefined ? { swagger } : { openapi }), ...(consumes === undefined ? {} : { consumes }) };
  const part = structuredClone({ ...head, components: {}, definitions: {}, paths }) as JsonObject;
  const open: Json[] = [part['paths'] ?? null];
  const copied = new Set<string>();
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (typeof node !== 'object' || node === null) continue;
    const ref = isJsonObject(node) ? node['$ref'] : undefined;
    if (typeof ref === 'string' && ref.startsWith('#/') && !copied.has(ref)) {
      copied.add(ref);
      open.push(copyInto(part, definition, stepsOf(ref)) ?? null);
    }
    open.push(...(Object.values(node) as Json[]));
  }
  return part;
}

const stepsOf = (ref: string): readonly string[] =>
  ref
    .slice(2)
    .split('/')
    .map((step) => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~'));

/** Copies what a reference names. @returns the copy */
function copyInto(part: JsonObject, definition: JsonObject, steps: readonly string[]): Json | undefined {
  let [from, to]: [Json | undefined, JsonObject] = [definition, part];
  for (const [at, step] of steps.entries()) {
    from = isJsonObject(from) ? from[step] : undefined;
    if (from === undefined) return undefined;
    // Parts of a component come with the whole component.
    if (at === 2 || at === steps.length - 1) return (to[step] ??= structuredClone(from));
    const next = to[step];
    to = isJsonObject(next) ? next : ((to[step] = {}) as JsonObject);
  }
  return undefined;
}
