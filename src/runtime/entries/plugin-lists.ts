import type { AnyClass, Declaration } from '../define/index.ts';
import type { PluginBinding } from '../model/index.ts';
import { fieldsOf } from '../std/index.ts';

/** `init` options of these names are the plugin's own field when they are lists; otherwise they are only options. */
const listFields = ['tools', 'resources', 'resourceTemplates', 'prompts', 'skills', 'adapters', 'plugins', 'exports', 'providers'] as const;

export type Fields = Readonly<Record<string, unknown>>;

/**
 * What a plugin registration brings: the decorator's fields, what the class computes from its options (`getPluginMetadata`,
 * `dynamicProviders`), and list fields among the options. Checks the options first.
 */
export function pluginLists(declaration: Declaration, target: AnyClass): Fields {
  const { init } = declaration;
  if (init !== undefined && 'useFactory' in init) return declaration.options;
  const options = init?.options ?? {};
  callStatic(target, 'checkOptions', options);
  const computed = callStatic(target, 'getPluginMetadata', options);
  const providers = callStatic(target, 'dynamicProviders', options);
  const sources = [declaration.options, fieldsOf(computed), { providers }, fieldsOf(options)];
  const lists = listFields.flatMap((field) => {
    const items = sources.flatMap((source) => (Array.isArray(source[field]) ? source[field] : []) as unknown[]);
    return items.length > 0 ? [[field, items] as const] : [];
  });
  return { ...declaration.options, ...Object.fromEntries(lists) };
}

/** What a static member brings without options, where it takes no parameters and needs none: with those of a factory it brings the same. */
export const callWithoutOptions = (target: AnyClass, name: string): unknown => {
  const method: unknown = Reflect.get(target, name);
  return typeof method === 'function' && method.length === 0 ? callStatic(target, name, {}) : undefined;
};

export function callStatic(target: AnyClass, name: string, options: unknown): unknown {
  const method: unknown = Reflect.get(target, name);
  return typeof method === 'function' ? Reflect.apply(method, target, [options]) : undefined;
}

/** What `static bindings(options)` returns: a class of JavaScript may return anything. */
export const pluginBindings = (given: unknown): readonly PluginBinding[] =>
  (Array.isArray(given) ? given : []).filter((one): one is PluginBinding => fieldsOf(one)['kind'] === 'worker-loader');
