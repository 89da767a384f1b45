import { Tool, ToolContext, inject } from '@service/sdk';
import { z } from 'zod';
import { Orders } from '../orders';

@Tool({
  name: 'sales',
  description: 'Shows the sales of the year, month by month.',
  inputSchema: { months: z.number().int().min(1).max(12).default(12).describe('How many months, from January') },
  outputSchema: z.object({ currency: z.string(), months: z.array(z.object({ month: z.number().int(), amount: z.number() })) }),
  annotations: { readOnlyHint: true },
  ui: { template: { file: './sales.widget.ts' }, prefersBorder: true, preferredHeight: 260 },
})
export class SalesTool extends ToolContext {
  readonly #orders = inject(Orders);

  execute(input: { months: number }) {
    const orders = this.#orders.all();
    const months = Array.from({ length: input.months }, (_none, at) => ({
      month: at + 1,
      amount: orders.filter(({ month }) => month === at + 1).reduce((sum, { total }) => sum + total, 0),
    }));
    return { currency: 'EUR', months };
  }
}
