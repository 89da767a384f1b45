import { useId, type ReactElement, type ReactNode } from 'react';

export interface PanelProps {
  readonly title: string;
  readonly about: string;
  readonly children: ReactNode;
}

/** One exhibit: what it is called, what it is for, and the thing itself. */
export function Panel({ about, children, title }: PanelProps): ReactElement {
  const id = useId();
  return (
    <article className="panel" aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <p className="quiet">{about}</p>
      {children}
    </article>
  );
}
