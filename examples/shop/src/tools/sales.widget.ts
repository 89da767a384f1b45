import './widget.css';
import type { WidgetProps, WidgetTemplate } from '@service/sdk/widget';
import type { SalesTool } from './sales.tool';

type Sales = NonNullable<WidgetProps<typeof SalesTool>['output']>;

/** A bar for each month. It is SVG, so it needs no library; the bars stretch with the frame, and the texts below them do not. */
const sales: WidgetTemplate = ({ helpers: { formatCurrency, formatDate, html }, output, status }) => {
  if (status !== 'done') return html`<p class="muted">${status === 'failed' ? 'No sales.' : 'Adding up…'}</p>`;
  const { currency, months } = output as Sales;
  const highest = Math.max(1, ...months.map(({ amount }) => amount));
  const total = months.reduce((sum, { amount }) => sum + amount, 0);
  const nameOf = (month: number): string => formatDate(Date.UTC(2026, month - 1, 15), { month: 'short', timeZone: 'UTC' });
  return html`<h1>Sales</h1>
    <p class="muted">${formatCurrency(total, currency)} in ${months.length} months</p>
    <svg viewBox="0 0 ${months.length} 1" preserveAspectRatio="none" role="img" aria-label="Sales by month">
      ${months.map(({ amount, month }, at) => {
        const bar = amount / highest;
        return html`<rect x="${at + 0.1}" y="${1 - bar}" width="0.8" height="${bar}">
          <title>${nameOf(month)}: ${formatCurrency(amount, currency)}</title>
        </rect>`;
      })}
    </svg>
    <div class="months" aria-hidden="true">${months.map(({ month }) => html`<span>${nameOf(month)}</span>`)}</div>`;
};
export default sales;
