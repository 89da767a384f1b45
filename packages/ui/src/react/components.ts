import { createElement, useEffect, useRef, type ReactElement, type ReactNode } from 'react';

type Props = Readonly<Record<string, unknown>>;

/*
 * Elements of HTML with the colours and edges of the host. Further props go to the element, after ours: `style` and `onClick` of an author win.
 */

const line = '1px solid var(--color-border-primary, light-dark(#b8b8c2, #5c5c66))';
const radius = 'var(--border-radius-md, 8px)';
const muted = 'var(--color-text-secondary, light-dark(#55555f, #b4b4bf))';

const styled = (tag: string, style: Props, { children, style: own, ...rest }: Props): ReactElement =>
  createElement(tag, { ...rest, style: { ...style, ...(own as object | undefined) } }, children as ReactNode);

/** Props of components that are one element: those of the element go to it. */
export interface ElementProps {
  /** What is in it. */
  readonly children?: ReactNode;
  /** Styles of your own. */
  readonly style?: object;
  readonly [more: string]: unknown;
}

/** How serious something is. */
export type Tone = 'info' | 'success' | 'warning' | 'danger';

const toneColour = (tone: Tone): string =>
  `var(--color-text-${tone}, ${{ info: 'light-dark(#1a5fb4, #8ab8ff)', success: 'light-dark(#1c6b38, #7fd6a0)', warning: 'light-dark(#8a5a00, #f0c060)', danger: 'light-dark(#a51d2d, #ff9a9a)' }[tone]})`;

/** A notice. Errors and warnings are told to screen readers at once. */
export const Alert = ({ tone = 'info', ...rest }: ElementProps & { readonly tone?: Tone }): ReactElement =>
  styled(
    'div',
    { border: line, borderColor: toneColour(tone), borderRadius: radius, color: toneColour(tone), padding: '8px 12px' },
    { role: tone === 'danger' || tone === 'warning' ? 'alert' : 'status', ...rest },
  );

/** A picture of a person, or the first letters of the name. */
export const Avatar = ({ name, src, ...rest }: ElementProps & { readonly name: string; readonly src?: string }): ReactElement => {
  const round = { width: 32, height: 32, borderRadius: '50%', objectFit: 'cover' };
  if (src !== undefined) return styled('img', round, { src, alt: name, ...rest });
  const letters = name.split(/\s+/).flatMap((word) => Array.from(word).slice(0, 1));
  const children = letters.slice(0, 2).join('').toUpperCase();
  return styled(
    'span',
    { ...round, border: line, display: 'inline-grid', placeItems: 'center', fontSize: 12 },
    { 'aria-label': name, role: 'img', children, ...rest },
  );
};

/** A short word about something. */
export const Badge = ({ tone = 'info', ...rest }: ElementProps & { readonly tone?: Tone }): ReactElement =>
  styled('span', { border: line, borderRadius: 999, color: toneColour(tone), fontSize: 12, padding: '1px 8px' }, rest);

/** A button. It does not submit a form unless `type` is `submit`. */
export const Button = (props: ElementProps): ReactElement =>
  styled(
    'button',
    { background: 'transparent', border: line, borderRadius: radius, color: 'inherit', font: 'inherit', padding: '6px 12px' },
    { type: 'button', ...props },
  );

/** A box with a title. */
export const Card = ({ children, title, ...rest }: ElementProps & { readonly title?: ReactNode }): ReactElement =>
  styled(
    'section',
    { border: line, borderRadius: radius, padding: 16 },
    {
      ...rest,
      children: [
        title === undefined ? null : createElement('h3', { key: 'title', style: { margin: '0 0 8px' } }, title),
        createElement('div', { key: 'body' }, children),
      ],
    },
  );

/** A list of things. */
export const List = ({ items, ...rest }: ElementProps & { readonly items: readonly ReactNode[] }): ReactElement =>
  styled(
    'ul',
    { margin: 0, paddingInlineStart: 20 },
    { ...rest, children: items.map((item, at) => createElement('li', { key: at }, item)) },
  );

/** Something is on its way. */
export const Loader = ({ label = 'Loading…', ...rest }: ElementProps & { readonly label?: string }): ReactElement =>
  styled('p', { color: muted }, { role: 'status', 'aria-busy': true, children: label, ...rest });

/** Props of {@link Modal}. */
export interface ModalProps extends ElementProps {
  /** Whether it is there. */
  readonly open: boolean;
  /** Its title. */
  readonly title: string;
  /** Called by Escape too. */
  readonly onClose: () => void;
}

/** A dialog above the widget: keeps the focus, and ends with Escape. */
export function Modal({ children, onClose, open, title, ...rest }: ModalProps): ReactElement {
  const dialog = useRef<{ readonly open: boolean; showModal(): void; close(): void }>(null);
  useEffect(() => {
    if (dialog.current === null || dialog.current.open === open) return;
    if (open) dialog.current.showModal();
    else dialog.current.close();
  }, [open]);
  const head = createElement('h3', { key: 'title', style: { margin: '0 0 8px' } }, title);
  const close = createElement(Button, { key: 'close', onClick: onClose, style: { marginTop: 12 } }, 'Close');
  const look = {
    border: line,
    borderRadius: radius,
    color: 'inherit',
    background: 'var(--color-background-primary, light-dark(#fff, #1e1e24))',
  };
  return styled('dialog', look, {
    'aria-label': title,
    onClose,
    ref: dialog,
    ...rest,
    children: [head, createElement('div', { key: 'body' }, children), close],
  });
}

interface Labelled extends ElementProps {
  /** What the person is asked for. */
  readonly label: string;
}

const field = {
  background: 'transparent',
  border: line,
  borderRadius: radius,
  color: 'inherit',
  display: 'block',
  font: 'inherit',
  padding: '6px 10px',
  width: '100%',
  boxSizing: 'border-box',
};
const labelled = (label: string, input: ReactElement): ReactElement =>
  createElement('label', { style: { display: 'block', margin: '8px 0' } }, label, input);

/** One of several values. */
export const Select = ({
  label,
  options,
  ...rest
}: Labelled & { readonly options: readonly (string | { readonly value: string; readonly label: string })[] }): ReactElement => {
  const shown = options.map((option) => (typeof option === 'string' ? { value: option, label: option } : option));
  return labelled(
    label,
    styled('select', field, {
      ...rest,
      children: shown.map(({ label: text, value }) => createElement('option', { key: value, value }, text)),
    }),
  );
};

/** A line of text, or several with `rows`. */
export const TextField = ({ label, ...rest }: Labelled): ReactElement =>
  labelled(label, styled('rows' in rest ? 'textarea' : 'input', field, rest));

/** Props of {@link Table}. */
export interface TableProps extends ElementProps {
  /** Names of the columns. */
  readonly columns: readonly string[];
  /** Cells of each row, in the order of the columns. */
  readonly rows: readonly (readonly ReactNode[])[];
  /** What it shows, for all. */
  readonly caption?: string;
}

/** A table; a wide one scrolls within itself. */
export function Table({ caption, columns, rows, ...rest }: TableProps): ReactElement {
  const cell = { borderBottom: line, padding: '6px 10px', textAlign: 'start' };
  const row = (cells: readonly ReactNode[], tag: 'td' | 'th', key: number): ReactElement =>
    createElement(
      'tr',
      { key },
      cells.map((text, at) => createElement(tag, { key: at, style: cell, ...(tag === 'th' ? { scope: 'col' } : {}) } as object, text)),
    );
  const body = [
    caption === undefined ? null : createElement('caption', { key: 'caption', style: { textAlign: 'start' } }, caption),
    createElement('thead', { key: 'head' }, row(columns, 'th', 0)),
    createElement(
      'tbody',
      { key: 'body' },
      rows.map((cells, at) => row(cells, 'td', at)),
    ),
  ];
  // Whoever uses a keyboard must be able to scroll it.
  return createElement(
    'div',
    { style: { overflowX: 'auto' }, tabIndex: 0, role: 'group' },
    styled('table', { borderCollapse: 'collapse', width: '100%' }, { ...rest, children: body }),
  );
}
