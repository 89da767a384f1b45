import { createElement, Fragment, type ComponentType, type ReactElement, type ReactNode } from 'react';
import type { AnyComponent, ComponentRegistry } from './component-registry.ts';

/** One element of a tree that a model makes. */
export interface ComponentNode {
  /** URI of a component, or its last part. */
  readonly type: string;
  readonly props?: Readonly<Record<string, unknown>> | undefined;
  readonly children?: ComponentNode | string | number | readonly (ComponentNode | string | number)[] | null | undefined;
}

/** Props of {@link DynamicRenderer}. */
export interface DynamicRendererProps {
  /** What to show; one node, a text, or several. */
  readonly tree: ComponentNode['children'];
  /** Components that the tree may name; it makes no other. */
  readonly registry: ComponentRegistry;
  /** For types that the registry does not have, with the node's props; a `div` around the children without it. */
  readonly fallback?: AnyComponent | undefined;
}

/** Trees come from a model: a deeper one is cut, because React would end the page. */
const maxDepth = 100;
/** Props by which a model could put HTML or code into the page, or take React's own. */
const refusedName = /^(?:dangerouslysetinnerhtml|ref|key|children|srcdoc|__proto__|on.*)$/i;
/** Addresses that run as scripts: React 18 hands them on. Browsers skip control characters and spaces in front of and within the scheme. */
const scriptAddress = /^(?:javascript:|vbscript:|data:text\/html)/i;
const isScript = (value: unknown): boolean => typeof value === 'string' && scriptAddress.test(value.replaceAll(/[\p{Cc}\s]/gu, ''));

/**
 * Shows a tree whose nodes name components of a registry: what a model may build with, and nothing else.
 * Event handlers, `ref`, `dangerouslySetInnerHTML` and `javascript:` addresses are not taken from a tree.
 *
 * @example
 * <DynamicRenderer tree={{ type: 'Price', props: { amount: 3 } }} registry={registry} />
 */
export function DynamicRenderer({ fallback, registry, tree }: DynamicRendererProps): ReactElement {
  return createElement(Fragment, null, draw(tree, { registry, fallback, depth: 0 }));
}

interface Drawing extends Omit<DynamicRendererProps, 'tree'> {
  readonly depth: number;
}

function draw(tree: ComponentNode['children'], drawing: Drawing): ReactNode {
  if (tree === undefined || tree === null || drawing.depth > maxDepth) return null;
  if (typeof tree === 'string' || typeof tree === 'number') return tree;
  if (isList(tree)) return tree.map((node, index) => createElement(Fragment, { key: index }, draw(node, drawing)));
  if (typeof tree !== 'object' || typeof tree.type !== 'string') return null;
  const children = draw(tree.children, { ...drawing, depth: drawing.depth + 1 });
  const component = drawing.registry.resolve(tree.type) ?? drawing.fallback;
  if (component === undefined) return createElement('div', null, children);
  const props = Object.fromEntries(Object.entries(tree.props ?? {}).filter(([name, value]) => !refusedName.test(name) && !isScript(value)));
  return createElement(component as ComponentType<Readonly<Record<string, unknown>>>, props, children);
}

const isList = (tree: NonNullable<ComponentNode['children']>): tree is readonly (ComponentNode | string | number)[] => Array.isArray(tree);
