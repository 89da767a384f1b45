import type { ComponentType } from 'react';

/** A component that a tree of a model may name; its props are what the model sends. */
// Props of strangers' components are of every shape: `any` is React's own word for it.
export type AnyComponent = ComponentType<never>;

/** An entry of {@link ComponentRegistry.list}. */
export interface RegisteredComponent {
  readonly uri: string;
  /** The last part of the URI. */
  readonly name: string;
  readonly description?: string;
}

interface Registered {
  readonly component: AnyComponent;
  readonly description: string | undefined;
}

/** Where a type that is no URI is looked for, first to last. */
const schemes = ['component', 'element', 'page'] as const;

/**
 * Components by URI (`component://`, `element://`, `page://`), which a tree names.
 *
 * @example
 * const registry = new ComponentRegistry();
 * registry.register('component://Price', Price, { description: 'Shows a price' });
 * const component = registry.resolve('Price');
 */
export class ComponentRegistry {
  readonly #components = new Map<string, Registered>();

  /** @param uri such as `component://Price`; a second component of one URI replaces the first */
  register(uri: string, component: AnyComponent, { description }: { readonly description?: string | undefined } = {}): void {
    this.#components.set(uri, { component, description });
  }

  /** @param components by URI */
  registerAll(components: Readonly<Record<string, AnyComponent>>): void {
    for (const [uri, component] of Object.entries(components)) this.register(uri, component);
  }

  /** The component of exactly this URI. */
  get(uri: string): AnyComponent | undefined {
    return this.#components.get(uri)?.component;
  }

  /** The component of a node: by its exact URI, then as `component://<type>`, `element://<type>` and `page://<type>`. */
  resolve(type: string): AnyComponent | undefined {
    return this.get(type) ?? schemes.map((scheme) => this.get(`${scheme}://${type}`)).find((found) => found !== undefined);
  }

  /** Whether there is a component of exactly this URI. */
  has(uri: string): boolean {
    return this.#components.has(uri);
  }

  /** All components, in the order in which they were registered. */
  list(): readonly RegisteredComponent[] {
    return [...this.#components].map(([uri, { description }]) => ({
      uri,
      name: uri.slice(uri.lastIndexOf('/') + 1),
      ...(description === undefined ? {} : { description }),
    }));
  }

  /** Forgets all. */
  clear(): void {
    this.#components.clear();
  }
}
