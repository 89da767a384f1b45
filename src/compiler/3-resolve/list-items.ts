import { ownerPath } from '@service/sdk/model';
import { insteadOfRemote, isRemoteApp } from '@service/sdk/options';
import type { DiagnosticCollector } from '../diagnostics/index.ts';
import type { Declaration, DeclarationKind, StaticValue } from '../model/declarations.ts';
import type { Span } from '../model/span.ts';
import type { OwnerChain, Resolution } from './resolution.ts';

export type ListItem =
  | { readonly kind: 'declaration'; readonly declaration: Declaration; readonly value: StaticValue & { readonly kind: 'declaration' } }
  | { readonly kind: 'record'; readonly value: StaticValue & { readonly kind: 'object' } }
  | { readonly kind: 'opaque'; readonly value: StaticValue & { readonly kind: 'class' } };

interface ListRule {
  readonly kinds: readonly DeclarationKind[];
  /** The decorator that the message names. */
  readonly decorator: string;
  /** Plain records are items too. */
  readonly records: boolean;
}

const rules: Readonly<Record<string, ListRule>> = {
  apps: { kinds: ['app'], decorator: 'App', records: false },
  tools: { kinds: ['tool'], decorator: 'Tool', records: false },
  resources: { kinds: ['resource', 'resource-template'], decorator: 'Resource', records: false },
  resourceTemplates: { kinds: ['resource-template'], decorator: 'ResourceTemplate', records: false },
  prompts: { kinds: ['prompt'], decorator: 'Prompt', records: false },
  skills: { kinds: ['skill'], decorator: 'Skill', records: false },
  plugins: { kinds: ['plugin'], decorator: 'Plugin', records: false },
  adapters: { kinds: ['adapter'], decorator: 'Adapter', records: false },
  providers: { kinds: ['provider'], decorator: 'Provider', records: true },
};

/** An owner's options, and which of their lists is read. */
export interface OwnedList {
  readonly options: StaticValue;
  readonly owner: OwnerChain;
  readonly list: string;
}

interface ListItems extends OwnedList {
  readonly rule: ListRule;
}

/**
 * The items of a list option, each followed to its declaration; an item of another kind is reported. A list that more than the
 * sources decides opens its owner: an unknown item may use any part of the SDK.
 */
export function resolveList(resolution: Resolution, owned: OwnedList): readonly ListItem[] {
  const { list, options } = owned;
  const rule = rules[list];
  if (rule === undefined) return [];
  const property = options.kind === 'object' ? options.properties.find(({ name }) => name === list) : undefined;
  if (property === undefined) {
    // A spread that could not be followed may bring the list.
    if (options.kind !== 'object' || !options.complete) openList(resolution, owned);
    return [];
  }
  const { value } = property;
  if (value.kind === 'array') {
    if (!value.complete) openList(resolution, owned);
    return withoutTwins(
      resolution,
      value.items.flatMap((item) => resolveItem(resolution, item, { ...owned, rule })),
      list,
    );
  }
  // Neither a list nor undecided: its type is reported with the other options.
  const isDecided = value.kind === 'literal' || value.kind === 'object';
  if (value.kind === 'unknown' && value.because !== 'computed') return resolveItem(resolution, value, { ...owned, rule });
  if (!isDecided) openList(resolution, owned);
  return [];
}

/** At the import that breaks off, which is what has to be mended. */
function reportUnresolved(found: DiagnosticCollector, { broken, span, text }: StaticValue & { kind: 'unknown' }, list: string): void {
  const related = broken === undefined ? {} : { related: [{ message: 'listed here', span }] };
  found.report('unresolved-reference', { list, text }, { span: broken ?? span, ...related });
}

/** Plugins and adapters may be listed with options of their own each, which their names tell apart. */
const oncePerList: ReadonlySet<string> = new Set(['apps', 'tools', 'resources', 'resourceTemplates', 'prompts', 'skills']);

function withoutTwins({ found }: Resolution, items: readonly ListItem[], list: string): readonly ListItem[] {
  if (!oncePerList.has(list)) return items;
  const first = new Map<string, Span>();
  return items.filter((item) => {
    if (item.kind !== 'declaration') return true;
    const { id, span, text } = item.value;
    const earlier = first.get(id);
    if (earlier === undefined) first.set(id, span);
    else found.report('listed-twice', { list, text }, { span, related: [{ message: 'listed here first', span: earlier }] });
    return earlier === undefined;
  });
}

function openList({ blanks, openLists, openOwners }: Resolution, { list, owner }: OwnedList): void {
  openLists.add(list);
  blanks.add(`list:${list}`);
  // Providers are asked for by token; no provider is an entry or stands around one.
  if (list !== 'providers') openOwners.add(ownerPath(owner));
}

function resolveItem(resolution: Resolution, item: StaticValue, within: ListItems): readonly ListItem[] {
  const { list, rule } = within;
  const { found, declarations } = resolution;
  if (item.kind === 'declaration') {
    const declaration = declarations.all.get(item.id);
    if (declaration !== undefined && rule.kinds.includes(declaration.kind)) return [{ kind: 'declaration', declaration, value: item }];
  }
  if (item.kind === 'class' && item.class.opaque) return [{ kind: 'opaque', value: item }];
  if (item.kind === 'object' && rule.records) return [{ kind: 'record', value: item }];
  if (item.kind === 'unknown' && item.because === 'unresolved') reportUnresolved(found, item, list);
  else if (item.kind === 'unknown' && item.because === 'remote')
    found.report('not-supported', { what: `${item.text}(…)`, write: insteadOfRemote }, { span: item.span });
  else if (list === 'apps' && item.kind === 'object' && isRemoteApp(item.properties.map(({ name }) => name)))
    found.report('not-supported', { what: 'An app of another server or package', write: insteadOfRemote }, { span: item.span });
  else if (item.kind === 'unknown' || item.kind === 'one-of') openList(resolution, within);
  else found.report('wrong-list-item', { list, decorator: rule.decorator }, { span: item.span });
  return [];
}
