import { Provider, ProviderScope, PublicMcpError } from '@service/sdk';
import { z } from 'zod';

export const statuses = ['open', 'sent', 'paid'] as const;
export const order = z.object({
  id: z.number().int(),
  customer: z.string(),
  month: z.number().int(),
  total: z.number(),
  status: z.enum(statuses),
  note: z.string(),
});
export type Order = z.infer<typeof order>;

const customers = ['Ada Byron', 'Björn Ek', 'Chen Wei', 'Dana Ortiz', 'Emeka Obi', 'Fatima Zahra'] as const;

/** Made up, and the same at each start. A server of yours asks its database here. */
@Provider({ name: 'orders', scope: ProviderScope.GLOBAL })
export class Orders {
  readonly #orders: readonly Order[] = Array.from({ length: 47 }, (_none, at) => ({
    id: 1001 + at,
    customer: customers[at % customers.length] ?? customers[0],
    month: 1 + Math.floor(at / 4),
    total: 20 + ((at * 37) % 180),
    status: statuses[at % statuses.length] ?? 'open',
    note: '',
  }));
  readonly #changes = new Map<number, Partial<Order>>();

  all(): readonly Order[] {
    return this.#orders.map((one) => ({ ...one, ...this.#changes.get(one.id) }));
  }

  find(id: number): Order {
    const found = this.all().find((one) => one.id === id);
    if (found === undefined) throw new PublicMcpError(`There is no order ${id}`);
    return found;
  }

  change(id: number, changes: Pick<Order, 'status' | 'note'>): Order {
    this.find(id);
    this.#changes.set(id, changes);
    return this.find(id);
  }
}
