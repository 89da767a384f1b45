import { guardLinks } from '@service/sdk/widget';
import { createElement, useContext, useEffect, useRef, type ReactElement, type ReactNode, type Ref } from 'react';
import { BridgeContext } from '../widget/react/widget-hooks.ts';

type Guarded = Parameters<typeof guardLinks>[0];

/** Props of {@link Untrusted}. */
interface UntrustedProps {
  /** What a result or a library makes. */
  readonly children?: ReactNode;
  /** The element that another one is put into. */
  readonly inner?: Ref<unknown>;
}

/**
 * A box for what a result holds: nothing of it leaves the box, however it is styled, so it covers no button of the widget; and its links are
 * opened by the host, in tests and pages too that are no widget and have no guard of their own.
 */
export function Untrusted({ children, inner }: UntrustedProps): ReactElement {
  const bridge = useContext(BridgeContext);
  const box = useRef<Guarded>(null);
  const opened = useRef(bridge);
  opened.current = bridge;
  useEffect(() => {
    const open = (address: string): void =>
      void opened.current?.openLink(address).catch((error: unknown) => opened.current?.log('warning', String(error)));
    // Never twice for one element: a guard goes with it.
    if (box.current !== null) guardLinks(box.current, { open, show: () => undefined });
  }, []);
  const style = { contain: 'content', overflow: 'auto' };
  return createElement('div', { ref: box as never, style }, inner === undefined ? children : createElement('div', { ref: inner as never }));
}
