/* Tools of mounted components, offered to the agent of the browser while somebody is signed in. */
import { create, ServiceProvider, useDynamicTool, mcpComponent } from '@service/react';
import { WebMcpPlugin, type WebMcpCaller } from '@service/plugin-webmcp';
import { pluginHost, plugins } from '@service/sdk/in-page';
import { createElement, useState, type ReactElement } from 'react';
import { z } from 'zod';
import { leave, offer, show } from './stage.ts';

let tell: (caller: WebMcpCaller | undefined) => void = () => undefined;
const follow = WebMcpPlugin.init({
  caller: (told) => {
    tell = told;
    told({ user: { sub: 'ada' } });
    return () => undefined;
  },
});
const server = await create(
  { info: { name: 'page', version: '1.0.0' }, plugins: [follow] },
  { features: [plugins, pluginHost], log: () => undefined },
);

const Price = mcpComponent(({ amount }: { amount: number }) => createElement('output', { id: 'price' }, amount), {
  name: 'show_price',
  schema: z.object({ amount: z.number() }),
});

let setOpen: (isOpen: boolean) => void = () => undefined;
function Dialog(): null {
  useDynamicTool({ name: 'confirm', execute: () => 'confirmed' });
  return null;
}
function App(): ReactElement {
  const [isOpen, set] = useState(true);
  setOpen = set;
  return createElement(ServiceProvider, { server }, createElement(Price), isOpen ? createElement(Dialog) : null);
}

show(createElement(App));
offer({ leave, open: (isOpen: boolean) => setOpen(isOpen), signIn: (caller?: WebMcpCaller) => tell(caller) });
Object.assign(globalThis, { scene: {} });
