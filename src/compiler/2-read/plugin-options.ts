import { type OptionOwner, optionRows } from '@service/sdk/options';
import { ts } from 'ts-morph';
import type { Declaration } from '../model/declarations.ts';
import type { Reading } from './reading.ts';

const ownerOf = (kind: Declaration['kind']): OptionOwner | undefined =>
  kind === 'server' ? 'service' : kind === 'other' ? undefined : kind;

/** Options that no row knows and that the parameter's type does: plugins add fields by augmenting it. */
export function readPluginOptions(
  reading: Reading,
  declaration: Pick<Declaration, 'kind' | 'options'>,
  call: ts.CallExpression | undefined,
): readonly string[] {
  const { kind, options } = declaration;
  const owner = ownerOf(kind);
  if (owner === undefined || call === undefined || options.kind !== 'object') return [];
  const rows = new Set(optionRows.filter((row) => row.owner === owner).map(({ path }) => path));
  const further = options.properties.map(({ name }) => name).filter((name) => !rows.has(name));
  if (further.length === 0) return [];
  // Asking for the type resolves the whole call, so only a call with something unknown is asked.
  const parameter = reading.checker.getResolvedSignature(call)?.parameters[0];
  const type = parameter === undefined ? undefined : reading.checker.getTypeOfSymbolAtLocation(parameter, call);
  return type === undefined ? [] : further.filter((name) => type.getProperty(name) !== undefined);
}

/** The call that carries the options: the decorator's, or the inner one of `tool({…})(handler)`. */
export function optionsCallOf(reading: Reading, declaration: Pick<Declaration, 'id' | 'span'>): ts.CallExpression | undefined {
  const node = reading.nodes.get(declaration.id);
  if (node === undefined) return undefined;
  if (ts.isCallExpression(node)) return ts.isCallExpression(node.expression) ? node.expression : node;
  const decorator = ts.getDecorators(node)?.find((one) => one.getStart() === declaration.span.start)?.expression;
  return decorator !== undefined && ts.isCallExpression(decorator) ? decorator : undefined;
}
