import { App, Service } from '@service/sdk';
import { Orders } from './orders';
import { ListOrdersTool, NextOrdersTool } from './tools/list-orders.tool';
import { EditOrderTool, SaveOrderTool } from './tools/edit-order.tool';
import { SalesTool } from './tools/sales.tool';

@App({ id: 'shop', name: 'Shop', providers: [Orders], tools: [SalesTool, ListOrdersTool, NextOrdersTool, EditOrderTool, SaveOrderTool] })
export class ShopApp {}

@Service({
  info: { name: 'shop', version: '0.1.0', title: 'Shop' },
  instructions: 'Knows the orders of a small shop: sales by month, a list, and one order to be changed by the person.',
  apps: [ShopApp],
})
export class Server {}
