import { createElement, type ReactElement } from 'react';

/** What a chart shows. */
export interface ChartData {
  /** Its form. @default 'bar' */
  readonly type?: 'bar' | 'line' | 'pie';
  /** What it is about. */
  readonly title?: string;
  /** Its values. */
  readonly data: readonly { readonly label: string; readonly value: number }[];
}

const [width, height, foot] = [480, 220, 40];
const colours = ['#3b7ddd', '#d9822b', '#3fa45b', '#a64ac9', '#c94a5a', '#2aa6a6'];
const colourOf = (at: number): string => colours[at % colours.length] ?? '';

/** A chart as SVG. Screen readers hear its title and its values. */
export function Chart({ data, title = 'Chart', type = 'bar' }: ChartData): ReactElement {
  const said = `${title}: ${data.map(({ label, value }) => `${label} ${value}`).join(', ')}`;
  const shapes = { bar: bars, line, pie }[type](data);
  return createElement(
    'svg',
    {
      viewBox: `0 0 ${width} ${height}`,
      role: 'img',
      'aria-label': said,
      style: { width: '100%', maxWidth: 640, font: '12px sans-serif' },
    },
    shapes,
  );
}

type Values = ChartData['data'];

/** Where zero is, and where values are. */
function scaleOf(data: Values): (value: number) => number {
  const values = data.map(({ value }) => value);
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  return (value) => 20 + ((high - value) / (high - low || 1)) * (height - foot - 20);
}

const text = ([x, y]: readonly [x: number, y: number], key: string, content: string | number): ReactElement =>
  createElement('text', { key, x, y, textAnchor: 'middle', fill: 'currentColor' }, content);

function bars(data: Values): ReactElement[] {
  const y = scaleOf(data);
  const step = width / Math.max(data.length, 1);
  return data.flatMap(({ label, value }, at) => [
    createElement('rect', {
      key: `bar ${at}`,
      x: at * step + step * 0.15,
      width: step * 0.7,
      y: Math.min(y(value), y(0)),
      height: Math.abs(y(0) - y(value)),
      fill: colourOf(0),
    }),
    text([(at + 0.5) * step, Math.min(y(value), y(0)) - 5], `value ${at}`, value),
    text([(at + 0.5) * step, height - 12], `label ${at}`, label),
  ]);
}

function line(data: Values): ReactElement[] {
  const y = scaleOf(data);
  const step = width / Math.max(data.length, 1);
  const points = data.map(({ value }, at) => `${(at + 0.5) * step},${y(value)}`).join(' ');
  const labels = data.map(({ label }, at) => text([(at + 0.5) * step, height - 12], `label ${at}`, label));
  return [createElement('polyline', { key: 'line', points, fill: 'none', stroke: colourOf(0), strokeWidth: 2 }), ...labels];
}

function pie(data: Values): ReactElement[] {
  const all = data.reduce((sum, { value }) => sum + Math.max(value, 0), 0) || 1;
  const round = 2 * Math.PI * 50;
  let before = 0;
  return data.flatMap(({ label, value }, at) => {
    const part = Math.max(value, 0) / all;
    const stroke = {
      fill: 'none',
      stroke: colourOf(at),
      strokeWidth: 100,
      strokeDasharray: `${part * round} ${round}`,
      strokeDashoffset: -before * round,
    };
    before += part;
    return [
      createElement('circle', { key: `part ${at}`, cx: 110, cy: 110, r: 50, ...stroke }),
      createElement('rect', { key: `key ${at}`, x: 250, y: 20 + at * 22, width: 12, height: 12, fill: colourOf(at) }),
      createElement(
        'text',
        { key: `label ${at}`, x: 270, y: 31 + at * 22, fill: 'currentColor' },
        `${label} (${Math.round(part * 100)} %)`,
      ),
    ];
  });
}
