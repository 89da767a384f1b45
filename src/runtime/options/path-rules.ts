import { itemProblems } from '../std/unknown-values.ts';
import { ownPathAt } from './reserved-paths.ts';

const methods = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD']);

/**
 * Encodings of other things than spaces and letters beyond ASCII: whoever decodes them (RFC 3986 section 6.2.2.2) would ask for `/oauth/token`
 * with `/oauth%2ftoken`.
 */
const mixedReading = /%(?!20|[89A-F][0-9A-F])/i;

/** Problem of a path to answer at. Paths are compared as received, so it must have the form that clients send. */
export function entryPathProblem(path: string): string | undefined {
  if (!/^[A-Za-z0-9._~!$&'()+,;=@%/-]*$/.test(path))
    return "expected a path of letters, digits and -._~!$&'()+,;=@%/, without query, fragment and patterns";
  // Trailing slashes are dropped when the path is settled.
  if (path.replace(/\/+$/, '').includes('//')) return 'holds two slashes in a row';
  if (mixedReading.test(path)) return 'holds a "%" that a proxy may read as another path';
  return path.split('/').some((part) => part === '.' || part === '..') ? 'holds "." or ".." as a part' : undefined;
}

/** The same of the MCP endpoint: it is asked first, so at a path of the server's own it would take that over in silence. */
export function endpointPathProblem(path: string): string | undefined {
  const because = ownPathAt(path.replace(/^\/?/, '/'));
  return because === undefined ? entryPathProblem(path) : `the server itself answers there: ${because}; choose another path, such as /mcp`;
}

/** Faults of `http.routes` that need no knowledge of the server's own paths. */
export function routeProblems(value: unknown): readonly string[] {
  const seen = new Set<string>();
  return itemProblems(value, (route) => routeProblem(route, seen));
}

function routeProblem(route: unknown, seen: Set<string>): string | undefined {
  if (typeof route !== 'object' || route === null) return 'expected { method, path, handler, auth? }';
  const { auth, handler, method, path, ...others }: Readonly<Record<string, unknown>> = { ...route };
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) return `unknown member "${unknown}"; expected { method, path, handler, auth? }`;
  if (typeof method !== 'string' || !methods.has(method.toUpperCase())) return `method must be one of ${[...methods].join(', ')}`;
  if (typeof path !== 'string' || !path.startsWith('/')) return 'path must begin with /';
  const problem = entryPathProblem(path);
  if (problem !== undefined) return `path ${problem}`;
  if (typeof handler !== 'function') return 'handler must be a function of Request that returns a Response';
  if (auth !== undefined && typeof auth !== 'boolean') return 'auth must be true or false';
  const key = `${method.toUpperCase()} ${path}`;
  if (seen.has(key)) return `${key} is there twice`;
  seen.add(key);
  return undefined;
}
