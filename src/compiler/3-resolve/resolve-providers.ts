import type { ProviderModel } from '@service/sdk/model';
import type { ClassFacts, Need, StaticValue } from '../model/declarations.ts';
import type { Span } from '../model/span.ts';
import { type ListItem, resolveList } from './list-items.ts';
import { itemsOf, stringOf, valueOf } from './plain.ts';
import type { OwnerChain, Resolution } from './resolution.ts';

/** Adds the providers of one owner to the model and to the dependency graph. */
export function resolveProviders(resolution: Resolution, options: StaticValue, owner: OwnerChain): void {
  for (const item of resolveList(resolution, { options, owner, list: 'providers' })) {
    const read = readProvider(resolution, item);
    if (read === undefined) continue;
    const { name, form, scope, token, needs, span, constructorTypes } = read;
    if (constructorTypes.length > 0)
      resolution.found.report('provider-constructor-types', { name, parameters: constructorTypes }, { span });
    resolution.spans[`provider:${owner.map(({ id }) => id).join('/')}/${name}`] ??= span;
    if (!read.nameKnown) resolution.blanks.add(`providers.${resolution.providers.length}.name`);
    resolution.providers.push({ name, scope, form, owner });
    resolution.graph.push({ token, name, scope, needs, span });
  }
}

interface ProviderReading {
  readonly name: string;
  readonly nameKnown: boolean;
  readonly form: ProviderModel['form'];
  readonly scope: ProviderModel['scope'];
  readonly token: string;
  readonly needs: readonly Need[];
  readonly constructorTypes: readonly string[];
  readonly span: Span;
}

function readProvider(resolution: Resolution, item: ListItem): ProviderReading | undefined {
  if (item.kind === 'opaque') return undefined;
  if (item.kind === 'record') return readRecord(resolution, item.value);
  const { options, name, needs, constructorTypes, span, id } = item.declaration;
  return {
    name: stringOf(valueOf(options, 'name')) ?? name,
    nameKnown: true,
    form: 'class',
    scope: scopeOf(valueOf(options, 'scope')),
    token: resolution.declarations.tokenOf(id),
    needs,
    constructorTypes,
    span,
  };
}

function readRecord(resolution: Resolution, record: StaticValue & { readonly kind: 'object' }): ProviderReading | undefined {
  const provide = valueOf(record, 'provide');
  if (provide === undefined) {
    resolution.found.report('wrong-list-item', { list: 'providers', decorator: 'Provider' }, { span: record.span });
    return undefined;
  }
  const { token, name } = readProvide(resolution, provide);
  const used = classFactsOf(resolution, valueOf(record, 'useClass'));
  const factory = valueOf(record, 'useFactory');
  const inject = valueOf(record, 'inject');
  const asked = inject?.kind === 'function' ? itemsOf(inject.returns) : [];
  return {
    name: stringOf(valueOf(record, 'name')) ?? name,
    nameKnown: valueOf(record, 'name')?.kind === 'literal' || provide.kind !== 'unknown',
    form: used !== undefined ? 'class' : factory !== undefined ? 'factory' : 'value',
    scope: scopeOf(valueOf(record, 'scope')),
    token,
    needs: [...(used?.needs ?? []), ...asked.map((value) => ({ ...textAndToken(resolution, value), span: value.span }))],
    constructorTypes: used?.constructorTypes ?? [],
    span: record.span,
  };
}

function classFactsOf(resolution: Resolution, value: StaticValue | undefined): Pick<ClassFacts, 'needs' | 'constructorTypes'> | undefined {
  if (value?.kind === 'class') return value.class;
  return value?.kind === 'declaration' ? resolution.declarations.all.get(value.id) : undefined;
}

function readProvide(resolution: Resolution, value: StaticValue): { readonly token: string; readonly name: string } {
  const { text, token } = textAndToken(resolution, value);
  return { token, name: text };
}

function textAndToken(resolution: Resolution, value: StaticValue): { readonly text: string; readonly token: string } {
  if (value.kind === 'class') return { text: value.name, token: value.class.token };
  if (value.kind === 'declaration') return { text: value.text, token: resolution.declarations.tokenOf(value.id) };
  if (value.kind === 'literal') return { text: String(value.value), token: `string:${String(value.value)}` };
  if (value.kind === 'unknown') return { text: value.text, token: value.token };
  return { text: value.kind, token: `${value.span.file}#${value.span.start}` };
}

/** `ProviderScope.SESSION` and `REQUEST` are older names of CONTEXT. */
const scopeOf = (value: StaticValue | undefined): ProviderModel['scope'] =>
  ['context', 'session', 'request'].includes((stringOf(value) ?? '').toLowerCase()) ? 'context' : 'global';
