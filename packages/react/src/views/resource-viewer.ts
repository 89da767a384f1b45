import { messageOf } from '@service/sdk/internal';
import { createElement, type ComponentPropsWithoutRef, type ReactElement } from 'react';
import { reindented } from './format.ts';

/** One part of a resource that was read. */
export interface ViewedContent {
  readonly uri: string;
  readonly mimeType?: string | undefined;
  readonly text?: string | undefined;
  /** Base64; its size is shown. */
  readonly blob?: string | undefined;
}

/** Props of {@link ResourceViewer}; those of an element are handed on. */
export interface ResourceViewerProps extends Omit<ComponentPropsWithoutRef<'div'>, 'children'> {
  /** Answer of `resources/read`. */
  readonly data?: { readonly contents?: readonly ViewedContent[] | undefined } | null | undefined;
  /** The resource is being read; wins over the other two. */
  readonly loading?: boolean | undefined;
  /** What went wrong; wins over `data`. */
  readonly error?: unknown;
}

/**
 * What a resource holds: each part's URI and text, JSON indented. It needs no provider.
 *
 * @example
 * const { data, loading, error } = useReadResource('notes://today');
 * <ResourceViewer data={data} loading={loading} error={error} />
 */
export function ResourceViewer({ data, error, loading = false, ...rest }: ResourceViewerProps): ReactElement {
  if (loading) return createElement('div', { 'data-testid': 'resource-loading', role: 'status', ...rest }, 'Loading...');
  if (error !== undefined && error !== null)
    return createElement('div', { 'data-testid': 'resource-error', role: 'alert', ...rest }, `Error: ${messageOf(error)}`);
  const contents = data?.contents ?? [];
  if (contents.length === 0) return createElement('div', { 'data-testid': 'resource-empty', ...rest }, 'No content');
  return createElement(
    'div',
    { 'data-testid': 'resource-viewer', ...rest },
    contents.map((content, index) =>
      createElement(
        'section',
        { key: `${index} ${content.uri}` },
        createElement('div', null, content.uri),
        createElement('pre', null, bodyOf(content)),
      ),
    ),
  );
}

function bodyOf({ blob, mimeType, text }: ViewedContent): string {
  if (text !== undefined) return reindented(text, mimeType);
  return blob === undefined ? '' : `${Math.floor((blob.length * 3) / 4)} bytes of ${mimeType ?? 'application/octet-stream'}`;
}
