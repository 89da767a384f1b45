import { type SafeTarget, showSafeHtml } from '@service/sdk/widget';
import { Component, createElement, useEffect, useRef, type ReactElement, type ReactNode } from 'react';
import { Chart, type ChartData } from './chart.ts';
import { Table } from './components.ts';
import { type ContentType, contentTypeOf } from './content-type.ts';
import { readCsv } from './csv.ts';
import { markdownElements } from './markdown.ts';
import { Untrusted } from './untrusted.ts';

/** Shows values of one kind. */
export interface ContentRenderer {
  /** The kind. */
  readonly type: ContentType;
  /** Package of the project that it works with. */
  readonly library: string;
  /** The library is in the widget. */
  readonly isThere: boolean;
  /** What shows a value. */
  readonly render: (value: unknown) => ReactElement;
}

/** Props of {@link Content}. */
export interface ContentProps {
  /** What is shown: a text, what a tool returned, a block of a result. */
  readonly value: unknown;
  /** What it is; `auto` looks at it. @default 'auto' */
  readonly type?: ContentType | 'auto';
  /** Renderers with libraries, from `@service/ui/react/math` and the like. @default [] */
  readonly renderers?: readonly ContentRenderer[];
}

const libraries: Readonly<Partial<Record<ContentType, string>>> = {
  flow: '@xyflow/react',
  maps: 'leaflet',
  math: 'katex',
  mdx: 'safe-mdx',
  mermaid: 'mermaid',
  pdf: 'pdfjs-dist',
};

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  try {
    return JSON.stringify(value, null, 2) ?? '';
  } catch {
    // An element may hold itself, and a value numbers that JSON has not.
    return String(value);
  }
}

const plain = (value: unknown): ReactElement => createElement('pre', { style: { whiteSpace: 'pre-wrap' } }, textOf(value));

/** The value as text, and what is missing. */
const withNote = (value: unknown, note: string): ReactElement =>
  createElement('div', null, plain(value), createElement('small', null, note));

/**
 * Shows a value as what it is: HTML, Markdown, CSV, an image, media, a chart, an element, and with `renderers` more. Nothing of it runs: HTML
 * loses its scripts, and links are opened by the host. What cannot be shown is shown as text.
 * @example
 * const Shown = () => <Content value={useToolOutput()} />;
 */
export function Content({ renderers = [], type = 'auto', value }: ContentProps): ReactElement {
  const shownAs = type === 'auto' ? contentTypeOf(value) : type;
  const library = libraries[shownAs];
  const renderer = renderers.find((one) => one.type === shownAs);
  if (library !== undefined && renderer === undefined)
    return withNote(value, `Shown as text: this widget has no renderer for ${shownAs}, which needs ${library}.`);
  if (renderer?.isThere === false) return withNote(value, `Shown as text: ${renderer.library} is not installed.`);
  // Another value may be shown after one that failed.
  return createElement(
    Guard,
    { key: `${shownAs} ${textOf(value).slice(0, 200)}`, value },
    createElement(Shown, { shownAs, value, renderer }),
  );
}

function Shown({
  renderer,
  shownAs,
  value,
}: {
  readonly shownAs: ContentType;
  readonly value: unknown;
  readonly renderer: ContentRenderer | undefined;
}): ReactElement {
  switch (shownAs) {
    case 'react':
      return value as ReactElement;
    case 'html':
      return createElement(HtmlContent, { html: textOf(value) });
    case 'markdown':
      return createElement(Untrusted, null, markdownElements(textOf(value)));
    case 'csv':
      return createElement(CsvContent, { csv: textOf(value) });
    case 'image':
    case 'media':
      return shownAs === 'image' ? imageOf(value) : mediaOf(value);
    case 'chart':
      return createElement(Chart, Array.isArray(value) ? { data: value as ChartData['data'] } : (value as ChartData));
    case 'json':
      return plain(value);
    default:
      return createElement(Untrusted, null, renderer?.render(value) ?? plain(value));
  }
}

/** What a renderer throws leaves the text. Only a class can catch it. */
class Guard extends Component<{ readonly value: unknown; readonly children?: ReactNode }, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { readonly failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? plain(this.props.value) : this.props.children;
  }
}

/** HTML without what runs. */
function HtmlContent({ html }: { readonly html: string }): ReactElement {
  const holder = useRef<SafeTarget>(null);
  useEffect(() => {
    if (holder.current !== null) showSafeHtml(holder.current, html);
  }, [html]);
  return createElement(Untrusted, { inner: holder });
}

const maxRows = 1000;

/** CSV as a table; its first row names the columns. */
function CsvContent({ csv }: { readonly csv: string }): ReactElement {
  const [columns = [], ...rows] = readCsv(csv.trim());
  const more = rows.length - maxRows;
  const table = createElement(Table, { columns, rows: rows.slice(0, maxRows) });
  return more > 0 ? createElement('div', null, table, createElement('small', null, `${more} more rows`)) : table;
}

/** `data:` or https address of a value: a text, or a block of a result. */
function addressOf(value: unknown, kinds: RegExp): string | undefined {
  if (typeof value === 'object' && value !== null && 'data' in value && 'mimeType' in value) {
    const { data, mimeType } = value;
    return kinds.test(String(mimeType)) && typeof data === 'string' ? `data:${String(mimeType)};base64,${data}` : undefined;
  }
  const text = textOf(value).trim();
  return text.startsWith('https://') || kinds.test(text.replace(/^data:/, '')) ? text : undefined;
}

function imageOf(value: unknown): ReactElement {
  const src = addressOf(value, /^image\/[\w.+-]+/);
  const alt = typeof value === 'object' && value !== null && 'alt' in value ? String(value.alt) : '';
  return src === undefined ? plain(value) : createElement('img', { src, alt, style: { maxWidth: '100%' } });
}

function mediaOf(value: unknown): ReactElement {
  const src = addressOf(value, /^(?:audio|video)\/[\w.+-]+/);
  if (src === undefined) return plain(value);
  const isVideo = /^data:video\/|\.(?:mp4|webm)(?:\?|$)/i.test(src);
  return createElement(isVideo ? 'video' : 'audio', { src, controls: true, style: { maxWidth: '100%' } });
}
