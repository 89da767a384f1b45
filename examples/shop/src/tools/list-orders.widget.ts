import './widget.css';
import { tryGetBridge, type WidgetBridge, type WidgetProps, type WidgetTemplate } from '@service/sdk/widget';
import type { ListOrdersTool } from './list-orders.tool';

type ToolResult = Awaited<ReturnType<WidgetBridge['callTool']>>;
type Page = NonNullable<WidgetProps<typeof ListOrdersTool>['output']>;

/** A table with pages. The page that is shown is the state of the widget: setting it shows the template again. */
const listOrders: WidgetTemplate = ({ bridge, helpers: { formatCurrency, html }, output, status }) => {
  if (status !== 'done') return html`<p class="muted">${status === 'failed' ? 'No orders.' : 'Looking them up…'}</p>`;
  const { orders, page, pages } = (bridge.getWidgetState() ?? output) as Page;
  const turn = (to: number, label: string) =>
    html`<button data-tool-call="next-orders" data-tool-args='{"page":${to}}' ${to < 1 || to > pages ? html`disabled` : ''}>
      ${label}
    </button>`;
  return html`<h1>Orders</h1>
    <table>
      <thead>
        <tr>
          <th>Order</th>
          <th>Customer</th>
          <th>Status</th>
          <th class="number">Total</th>
        </tr>
      </thead>
      <tbody>
        ${orders.map(
          ({ customer, id, status: state, total }) =>
            html`<tr>
              <td>${id}</td>
              <td>${customer}</td>
              <td><span class="status ${state}">${state}</span></td>
              <td class="number">${formatCurrency(total, 'EUR')}</td>
            </tr>`,
        )}
      </tbody>
    </table>
    <nav>${turn(page - 1, 'Previous')}<span class="muted">Page ${page} of ${pages}</span>${turn(page + 1, 'Next')}</nav>`;
};
export default listOrders;

document.addEventListener('toolresult', (event) => {
  const { structuredContent } = (event as CustomEvent<ToolResult>).detail;
  if (structuredContent !== undefined) tryGetBridge()?.setWidgetState(structuredContent);
});
