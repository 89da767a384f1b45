import type { ReactElement, ReactNode } from 'react';
import { readable } from './readable.ts';

interface PageHeaderProps {
  readonly title: string;
  /** Names of the views. */
  readonly views: readonly string[];
  readonly shown: string | undefined;
  readonly show: (view: string) => void;
  readonly children?: ReactNode;
}

/** Name of the server, and the views of the page. */
export function PageHeader({ children, show, shown, title, views }: PageHeaderProps): ReactElement {
  return (
    <header>
      <h1>
        <bdi>{readable(title, 200)}</bdi>
      </h1>
      {children}
      <nav aria-label="Views">
        {views.map((name) => (
          <button key={name} type="button" aria-current={name === shown ? 'page' : undefined} onClick={() => show(name)}>
            {name}
          </button>
        ))}
      </nav>
    </header>
  );
}
