/* Components over a server elsewhere, stores of two libraries, and pages that a server has rendered. */
import { connect } from '@service/sdk/client';
import {
  mcpComponent,
  reduxStore,
  ServiceProvider,
  useCallTool,
  useDynamicTool,
  useListTools,
  useService,
  useStoreResource,
  valtioStore,
} from '@service/react';
import { Component, createElement, type ReactElement, type ReactNode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { legacy_createStore } from 'redux';
import { proxy, subscribe } from 'valtio/vanilla';
import { z } from 'zod';
import { Shared } from './shared.ts';
import { container, leave, offer, show } from './stage.ts';

function Local(): null {
  useDynamicTool({
    name: 'here',
    inputSchema: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] },
    execute: ({ n }) => `here ${String(n)}`,
  });
  return null;
}

function Remote(): ReactElement {
  const { connect: again, error, status } = useService();
  const tools = useListTools().map(({ name }) => name);
  const [add, sum] = useCallTool('add');
  const [here, own] = useCallTool('here');
  const button = (id: string, onClick: () => void): ReactElement => createElement('button', { id, onClick }, id);
  const texts = [
    status,
    error?.message ?? null,
    tools,
    sum.data?.structuredContent ?? null,
    own.data?.content ?? own.error?.message ?? null,
  ];
  return createElement(
    'main',
    null,
    button('add', () => void add({ a: 2, b: 3 })),
    button('here', () => void here({ n: 1 })),
    button('wrong', () => void here({ n: 'x' })),
    button('again', () => void again()),
    createElement('output', { id: 'remote' }, JSON.stringify(texts)),
  );
}

interface Count {
  readonly count: number;
}
const redux = legacy_createStore((state: Count | undefined = { count: 0 }, action: { type: string; by?: number }): Count =>
  action.type === 'add' ? { count: state.count + (action.by ?? 1) } : state,
);
const state = proxy({ count: 0 });
const stores = [
  reduxStore(redux, {
    name: 'counter',
    selectors: { doubled: ({ count }) => count * 2 },
    actions: { add: ({ by }: { by?: number }) => ({ type: 'add', by }) },
    describe: { add: { description: 'Adds to the counter', schema: z.object({ by: z.number().optional() }) } },
  }),
  valtioStore(state, { subscribe, actions: { add: (own) => void own.count++ } }),
];
function Stores(): ReactElement {
  const counter = useStoreResource('state://counter');
  const doubled = useStoreResource('state://counter/doubled');
  const valtio = useStoreResource('state://valtio');
  const [add] = useCallTool('counter_add');
  const [increment] = useCallTool('valtio_add');
  const names = useListTools().map(({ description, name }) => `${name}: ${description ?? ''}`);
  return createElement(
    'main',
    null,
    createElement('button', { id: 'add', onClick: () => void add({ by: 2 }) }, 'add'),
    createElement('button', { id: 'increment', onClick: () => void increment() }, 'increment'),
    createElement('output', { id: 'stores' }, JSON.stringify([counter.data, doubled.data, valtio.data, names])),
  );
}

class Boundary extends Component<{ readonly children?: ReactNode }, { readonly message?: string }> {
  override state: { readonly message?: string } = {};
  static getDerivedStateFromError = (failure: Error): { readonly message: string } => ({ message: failure.message });
  override render(): ReactNode {
    return this.state.message === undefined ? this.props.children : createElement('output', { id: 'boundary' }, this.state.message);
  }
}
const Broken = mcpComponent(
  ({ a }: { a: number }): ReactElement => {
    throw new Error(`no ${a}`);
  },
  { name: 'broken', schema: z.object({ a: z.number() }) },
);
function Bad(): null {
  useDynamicTool({ name: 'bad', inputSchema: { type: 'text' }, execute: () => undefined });
  return null;
}
function CallBroken(): ReactElement {
  const [call] = useCallTool('broken');
  return createElement('button', { id: 'call', onClick: () => void call({ a: 1 }) }, 'call');
}

offer({
  leave,
  remote: (url: string) =>
    show(createElement(ServiceProvider, { server: { connect: () => connect(url) } }, createElement(Remote), createElement(Local))),
  stores: () => show(createElement(ServiceProvider, { stores }, createElement(Stores))),
  broken: () => show(createElement(ServiceProvider, null, createElement(CallBroken), createElement(Boundary, null, createElement(Broken)))),
  bad: () => show(createElement(ServiceProvider, null, createElement(Boundary, null, createElement(Bad)))),
  noProvider: () => show(createElement(Boundary, null, createElement(Remote))),
  hydrate: (html: string) => {
    const root = container();
    Object.assign(root, { innerHTML: html });
    hydrateRoot(root, createElement(Shared));
  },
});
