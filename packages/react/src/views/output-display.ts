import { messageOf } from '@service/sdk/internal';
import { createElement, type ComponentPropsWithoutRef, type ReactElement } from 'react';
import { shownText } from './format.ts';

/** Props of {@link OutputDisplay}; those of an element are handed on. */
export interface OutputDisplayProps extends Omit<ComponentPropsWithoutRef<'div'>, 'children'> {
  /** What a call gave. */
  readonly data?: unknown;
  /** A call is waited for; wins over the other two. */
  readonly loading?: boolean | undefined;
  /** What went wrong; wins over `data`. */
  readonly error?: unknown;
}

/**
 * What a call gave, while it runs and when it fails too.
 *
 * @example
 * const [call, { data, loading, error }] = useCallTool('add');
 * <OutputDisplay data={data} loading={loading} error={error} />
 */
export function OutputDisplay({ data, error, loading = false, ...rest }: OutputDisplayProps): ReactElement {
  if (loading) return createElement('div', { 'data-testid': 'output-loading', role: 'status', ...rest }, 'Loading...');
  if (error !== undefined && error !== null)
    return createElement('div', { 'data-testid': 'output-error', role: 'alert', ...rest }, `Error: ${messageOf(error)}`);
  if (data === undefined || data === null) return createElement('div', { 'data-testid': 'output-empty', ...rest });
  return createElement('pre', { 'data-testid': 'output-display', ...(rest as ComponentPropsWithoutRef<'pre'>) }, shownText(data));
}
