import { Tool, ToolContext, inject } from '@service/sdk';
import { z } from 'zod';
import { order, Orders, statuses } from '../orders';

@Tool({
  name: 'edit-order',
  description: 'Shows an order to the person, who may change its status and note.',
  inputSchema: { id: z.number().int().describe('Number of the order') },
  outputSchema: order,
  annotations: { readOnlyHint: true },
  ui: { template: { file: './edit-order.widget.tsx' }, prefersBorder: true, preferredHeight: 300 },
})
export class EditOrderTool extends ToolContext {
  readonly #orders = inject(Orders);

  execute(input: { id: number }) {
    return this.#orders.find(input.id);
  }
}

/** For the form alone: a person presses the button. */
@Tool({
  name: 'save-order',
  description: 'Saves what the person has changed in the form of an order.',
  inputSchema: {
    id: z.number().int().describe('Number of the order'),
    status: z.enum(statuses).describe('Its new status'),
    note: z.string().max(200).describe('Its new note'),
  },
  outputSchema: order,
  annotations: { destructiveHint: false, idempotentHint: true },
  ui: { visibility: ['app'] },
})
export class SaveOrderTool extends ToolContext {
  readonly #orders = inject(Orders);

  execute({ id, note, status }: { id: number; status: (typeof statuses)[number]; note: string }) {
    return this.#orders.change(id, { status, note });
  }
}
