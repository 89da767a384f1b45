import { Component, type ReactNode } from 'react';
import { messageOf } from '@service/sdk/internal';
import { readable } from './readable.ts';

interface ViewBoundaryProps {
  /** As a person knows the view. */
  readonly name: string;
  readonly children: ReactNode;
}

/** One view of the page: a fault while it is drawn leaves the others as they are. Only a class can catch it. */
export class ViewBoundary extends Component<ViewBoundaryProps, { readonly fault: string | undefined }> {
  override readonly state = { fault: undefined };

  static getDerivedStateFromError(error: unknown): { readonly fault: string } {
    return { fault: messageOf(error) };
  }

  override render(): ReactNode {
    const { children, name } = this.props;
    const { fault } = this.state;
    if (fault === undefined) return children;
    return (
      <div className="notice bad fault" role="alert">
        <p>
          {name} cannot be shown: {readable(fault, 500)}
        </p>
        <button type="button" onClick={() => location.reload()}>
          Reload the page
        </button>
      </div>
    );
  }
}
