import { Tool, ToolContext, inject } from '@service/sdk';
import { z } from 'zod';
import { order, Orders } from '../orders';

const pageSize = 8;
const inputSchema = { page: z.number().int().min(1).default(1).describe('Page of the list') };
const outputSchema = z.object({ orders: z.array(order), page: z.number().int(), pages: z.number().int() });

@Tool({
  name: 'list-orders',
  description: 'Lists the orders of the shop, eight on a page.',
  inputSchema,
  outputSchema,
  annotations: { readOnlyHint: true },
  ui: { template: { file: './list-orders.widget.ts' }, prefersBorder: true },
})
export class ListOrdersTool extends ToolContext {
  readonly #orders = inject(Orders);

  execute(input: { page: number }) {
    return pageOf(this.#orders, input.page);
  }
}

/** The same for the widget, so that turning pages tells the model nothing. */
@Tool({
  name: 'next-orders',
  description: 'Turns the pages of the list of orders.',
  inputSchema,
  outputSchema,
  annotations: { readOnlyHint: true },
  ui: { visibility: ['app'] },
})
export class NextOrdersTool extends ToolContext {
  readonly #orders = inject(Orders);

  execute(input: { page: number }) {
    return pageOf(this.#orders, input.page);
  }
}

function pageOf(orders: Orders, wanted: number) {
  const all = orders.all();
  const pages = Math.ceil(all.length / pageSize);
  const page = Math.min(wanted, pages);
  return { orders: all.slice((page - 1) * pageSize, page * pageSize), page, pages };
}
