import type { ReactElement, ReactNode } from 'react';

function Card({ children, title }: { readonly title?: string; readonly children?: ReactNode }): ReactElement {
  return (
    <div className="card">
      {title !== undefined && <strong>{title}</strong>}
      <div className="line">{children}</div>
    </div>
  );
}

const Badge = ({ label }: { readonly label?: string }): ReactElement => <span className="badge">{label}</span>;

/** What a tree of a model may name: nothing else is made. */
export const cards = { 'component://Card': Card, 'element://Badge': Badge };
