import type { Declaration, DeclarationKind, StaticValue } from '../model/declarations.ts';
import type { Resolution } from './resolution.ts';

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
  apps: { kinds: ['app'], decorator: 'App', records: true },
  tools: { kinds: ['tool'], decorator: 'Tool', records: false },
  resources: { kinds: ['resource', 'resource-template'], decorator: 'Resource', records: false },
  resourceTemplates: { kinds: ['resource-template'], decorator: 'ResourceTemplate', records: false },
  prompts: { kinds: ['prompt'], decorator: 'Prompt', records: false },
  skills: { kinds: ['skill'], decorator: 'Skill', records: false },
  plugins: { kinds: ['plugin'], decorator: 'Plugin', records: false },
  adapters: { kinds: ['adapter'], decorator: 'Adapter', records: false },
  providers: { kinds: ['provider'], decorator: 'Provider', records: true },
};

/** The items of a list option, each followed to what declares it; what is not of the list's kind is reported. */
export function resolveList(resolution: Resolution, options: StaticValue, list: string): readonly ListItem[] {
  const rule = rules[list];
  const property = options.kind === 'object' ? options.properties.find(({ name }) => name === list) : undefined;
  if (rule === undefined || property === undefined) return [];
  const { value } = property;
  if (value.kind !== 'array') {
    if (value.kind === 'unknown') resolution.blanks.add(`list:${list}`);
    return [];
  }
  if (!value.complete) resolution.blanks.add(`list:${list}`);
  return value.items.flatMap((item) => resolveItem(resolution, { item, list, rule }));
}

function resolveItem(
  resolution: Resolution,
  { item, list, rule }: { item: StaticValue; list: string; rule: ListRule },
): readonly ListItem[] {
  const { found, declarations } = resolution;
  if (item.kind === 'declaration') {
    const declaration = declarations.all.get(item.id);
    if (declaration !== undefined && rule.kinds.includes(declaration.kind)) return [{ kind: 'declaration', declaration, value: item }];
  }
  if (item.kind === 'class' && item.class.opaque) return [{ kind: 'opaque', value: item }];
  if (item.kind === 'object' && rule.records) return [{ kind: 'record', value: item }];
  if (item.kind === 'unknown' && item.because === 'unresolved')
    found.report('unresolved-reference', { list, text: item.text }, { span: item.span });
  else if (item.kind === 'unknown' && item.because === 'remote')
    found.report('not-supported', { what: `${item.text}(…)` }, { span: item.span });
  else if (item.kind === 'unknown' || item.kind === 'one-of') resolution.blanks.add(`list:${list}`);
  else found.report('wrong-list-item', { list, decorator: rule.decorator }, { span: item.span });
  return [];
}
