import type { RefObject } from 'react';
import type { PageElement } from '../components/dom.ts';
import { useDynamicResource } from './use-dynamic.ts';
import type { ServerChoice } from './use-service.ts';

/** One component of a page, as its marks say. */
export interface TreeNode {
  /** What `data-component` says. */
  readonly component: string;
  /** Name of the element, in small letters. */
  readonly tag: string;
  readonly children: readonly TreeNode[];
  /** The other `data-…` marks of the element. */
  readonly props?: Readonly<Record<string, string>>;
}

/** Options of {@link useComponentTree}. */
export interface ComponentTreeOptions extends ServerChoice {
  /** Element below which components are read. */
  readonly rootRef: RefObject<Element | null>;
  /** @default 'react://component-tree' */
  readonly uri?: string | undefined;
  /** Components within components that are still read. @default 10 */
  readonly maxDepth?: number | undefined;
  /** Reads the other `data-…` marks too. @default false */
  readonly includeProps?: boolean | undefined;
}

/**
 * A resource that says which components stand in the page: those with a `data-component` mark.
 * @example
 * useComponentTree({ rootRef, includeProps: true });
 */
export function useComponentTree(options: ComponentTreeOptions): void {
  const { includeProps = false, maxDepth = 10, rootRef, server, uri = 'react://component-tree' } = options;
  useDynamicResource({
    uri,
    server,
    name: 'component tree',
    description: 'Components that stand in the page now',
    mimeType: 'application/json',
    read: () => JSON.stringify(rootRef.current === null ? [] : readTree(rootRef.current as PageElement, { includeProps, depth: maxDepth })),
  });
}

function readTree(element: PageElement, given: { readonly includeProps: boolean; readonly depth: number }): readonly TreeNode[] {
  const { depth, includeProps } = given;
  if (depth < 1) return [];
  const component = element.getAttribute('data-component');
  const below = component === null ? given : { ...given, depth: depth - 1 };
  const children = [...element.children].flatMap((child) => readTree(child, below));
  if (component === null) return children;
  return [{ component, tag: element.localName, children, ...(includeProps ? { props: marksOf(element) } : {}) }];
}

const marksOf = (element: PageElement): Record<string, string> =>
  Object.fromEntries(
    [...element.attributes]
      .filter(({ name }) => name.startsWith('data-') && name !== 'data-component')
      .map(({ name, value }) => [name.slice('data-'.length), value]),
  );
