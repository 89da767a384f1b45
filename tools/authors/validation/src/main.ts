import { App, Service, Tool, ToolContext } from '@service/sdk';
import { plainToInstance } from 'class-transformer';
import { validate } from 'class-validator';
import { z } from 'zod';
import { Order, typed } from './order.ts';

@Tool({
  name: 'place-order',
  description: `Places an order (${typed.join(', ')}).`,
  inputSchema: { order: z.record(z.string(), z.unknown()).describe('What.') },
  outputSchema: { problems: z.array(z.string()), types: z.array(z.string()) },
})
class PlaceOrderTool extends ToolContext {
  async execute(input: { order: Record<string, unknown> }): Promise<{ problems: string[]; types: string[] }> {
    // Texts become numbers and dates by the emitted types alone.
    const order = plainToInstance(Order, input.order, { enableImplicitConversion: true });
    const problems = (await validate(order)).map(({ property, constraints = {} }) => `${property}: ${Object.keys(constraints).join(' ')}`);
    return { problems, types: [typeof order.discount, order.placed instanceof Date ? 'Date' : typeof order.placed] };
  }
}

@App({ name: 'Orders', tools: [PlaceOrderTool] })
class Orders {}

@Service({ info: { name: 'decorated-validation', version: '1.0.0' }, apps: [Orders] })
export class Server {}
