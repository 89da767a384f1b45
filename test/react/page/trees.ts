import { ComponentRegistry, DynamicRenderer, readDomById, readDomBySelector, type ComponentNode } from '@service/react';
import { createElement, type ReactElement, type ReactNode } from 'react';
import { offer, show } from './stage.ts';

const named =
  (name: string) =>
  ({ children, ...props }: { children?: ReactNode }): ReactElement =>
    createElement('section', { 'data-name': name, 'data-props': JSON.stringify(props) }, children);

const registry = new ComponentRegistry();
registry.register('component://Card', named('card'), { description: 'A card' });
registry.register('element://Card', named('element card'));
registry.registerAll({ 'element://row': named('row'), 'page://home': named('home'), 'custom://x/y': named('custom') });

const deep = (levels: number): ComponentNode => (levels === 0 ? { type: 'Card' } : { type: 'Card', children: deep(levels - 1) });

offer({
  tree: (tree: ComponentNode) => show(createElement(DynamicRenderer, { tree, registry })),
  treeWithFallback: (tree: ComponentNode) => show(createElement(DynamicRenderer, { tree, registry, fallback: named('fallback') })),
  deepTree: () => show(createElement(DynamicRenderer, { tree: deep(1_000), registry })),
  listed: () => registry.list(),
  resolved: (type: string) => registry.resolve(type) === registry.get('component://Card'),
  has: (uri: string) => registry.has(uri),
  readDomById,
  readDomBySelector,
});
