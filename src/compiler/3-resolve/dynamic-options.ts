import type { Declaration, Declarations, StaticValue } from '../model/declarations.ts';
import type { AstView } from './ast-view.ts';
import { valueOf } from './plain.ts';
import { describe } from './resolution.ts';

/**
 * Why the options have to be read again where the bundle runs; undefined when the sources alone decide them, so that the model of the
 * build is the model of every start.
 */
export function dynamicOptionsIn(declarations: Declarations, view: AstView): string | undefined {
  // The names of entries depend on which of them share an endpoint.
  if (view.options['splitByApp'] === true) return 'splitByApp makes a server of every app at start';
  for (const declaration of declarations.all.values()) {
    if (declaration.kind === 'app' && valueOf(declaration.options, 'standalone') !== undefined)
      return 'a standalone app is a server of its own at start';
    const reason = dynamicOptionOf(declaration);
    if (reason !== undefined) return reason;
  }
  const [open] = view.openOwners;
  return open === undefined ? undefined : `${open} makes entries at run time`;
}

function dynamicOptionOf(declaration: Declaration): string | undefined {
  const name = describe(declaration);
  if (declaration.kind === 'adapter') return `${name} makes entries at run time`;
  // Such a plugin computes its lists from the options that it is given.
  if (declaration.kind === 'plugin' && (!declaration.basesKnown || declaration.bases.includes('DynamicPlugin')))
    return `${name} may make entries at run time`;
  const path = dynamicPath(declaration.options, '');
  return path === undefined ? undefined : `${path} of ${name} is decided where the server runs`;
}

/** Schemas are evaluated at build in any case, and their constants do not change. */
const schemaFields = new Set(['inputSchema', 'outputSchema']);

/** Dotted path of the first value that more than the sources decide. */
function dynamicPath(value: StaticValue, path: string): string | undefined {
  const here = path === '' ? 'an option' : `"${path}"`;
  switch (value.kind) {
    case 'environment':
    case 'unknown':
    case 'one-of':
      return here;
    case 'array':
      return value.complete ? firstOf(value.items.map((item) => [item, path])) : here;
    case 'object':
      return value.complete
        ? firstOf(
            value.properties
              .filter(({ name }) => !schemaFields.has(name))
              .map((one) => [one.value, path === '' ? one.name : `${path}.${one.name}`]),
          )
        : here;
    default:
      return undefined;
  }
}

function firstOf(rows: readonly (readonly [StaticValue, string])[]): string | undefined {
  for (const [value, path] of rows) {
    const found = dynamicPath(value, path);
    if (found !== undefined) return found;
  }
  return undefined;
}
