import type { Declaration, Declarations, StaticValue } from '../model/declarations.ts';
import type { Span } from '../model/span.ts';

/**
 * The span of an option that the SDK refused while the definitions were evaluated.
 * @param label the SDK's name of a declaration: `@Service`, `tool "add"`
 * @param path dotted; the result is the span of its innermost member that the sources show
 */
export function optionSpan({ all }: Pick<Declarations, 'all'>, label: string, path: string): Span | undefined {
  const declaration = [...all.values()].find((one) => labelOf(one) === label);
  return declaration === undefined ? undefined : deepest(declaration.options, path.split('.'));
}

function labelOf({ kind, options }: Declaration): string | undefined {
  if (kind === 'server') return '@Service';
  const name = memberOf(options, 'name');
  return name?.kind === 'literal' ? `${kind} "${String(name.value)}"` : undefined;
}

const memberOf = (value: StaticValue, name: string): StaticValue | undefined =>
  value.kind === 'object' ? value.properties.find((property) => property.name === name)?.value : undefined;

function deepest(value: StaticValue, [name, ...rest]: readonly string[]): Span | undefined {
  const member = name === undefined ? undefined : memberOf(value, name);
  return member === undefined ? undefined : (deepest(member, rest) ?? member.span);
}
