/* A server in the page, components that a model drives, and the model's client. */
import { connect, type Client } from '@service/sdk/client';
import { createInPage, prompt, resource, tool } from '@service/sdk/in-page';
import {
  AgentContent,
  AgentSearch,
  createStore,
  mcpComponent,
  mcpLazy,
  OutputDisplay,
  ServiceProvider,
  useApiClient,
  useCallTool,
  useComponentTree,
  useDynamicResource,
  useDynamicTool,
  useGetPrompt,
  useListPrompts,
  useListResources,
  useListTools,
  useReadResource,
  useService,
  useStoreResource,
  useTools,
  type HttpRequest,
} from '@service/react';
import { createElement, useRef, useState, type ReactElement, type ReactNode } from 'react';
import { z } from 'zod';
import { leave, offer, show } from './stage.ts';

const add = tool({ name: 'add', description: 'Adds', inputSchema: { a: z.number(), b: z.number() } })(({ a, b }) => a + b);
const fail = tool({ name: 'fail' })(() => {
  throw new Error('the tool failed');
});
const slow = tool({ name: 'slow', inputSchema: { ms: z.number() } })(async ({ ms }) => {
  await new Promise((done) => setTimeout(done, ms));
  return `after ${ms}`;
});
const note = resource({ name: 'note', uri: 'notes://today', mimeType: 'application/json' })(() => ({ day: 'today' }));
const review = prompt({ name: 'review', arguments: [{ name: 'code', required: true }] })(({ code }) => `Review ${code}`);

const logged: string[] = [];
const server = await createInPage(
  {
    info: { name: 'page', version: '1.0.0' },
    tools: [add, fail, slow],
    resources: [note],
    prompts: [review],
  },
  { log: (line) => logged.push(line) },
);
const model: Client = await connect(server.channel());
const told: string[] = [];
const listening = new AbortController();
model
  .listen({ toolsListChanged: true, resourcesListChanged: true }, (method) => told.push(method), listening.signal)
  .catch(() => undefined);

const provided = (...children: readonly ReactNode[]): void => show(createElement(ServiceProvider, { server }, ...children));

function Lists(): ReactElement {
  const { error, status } = useService();
  const names = (items: readonly { readonly name: string }[]): string => items.map(({ name }) => name).join();
  const { resources } = useListResources();
  const texts = {
    status,
    error: error?.message,
    tools: names(useListTools()),
    prompts: names(useListPrompts()),
    resources: names(resources),
  };
  return createElement('output', { id: 'lists' }, JSON.stringify(texts));
}

function Caller({ name, args }: { name: string; args: Record<string, unknown> }): ReactElement {
  const seen = useRef<string[]>([]);
  const [call, state, reset] = useCallTool(name, {
    onSuccess: () => seen.current.push('success'),
    onError: ({ message }) => seen.current.push(message),
  });
  const { called, data, error, loading } = state;
  return createElement(
    'main',
    null,
    createElement('button', { id: 'call', onClick: () => void call(args) }, 'call'),
    createElement('button', { id: 'reset', onClick: reset }, 'reset'),
    createElement(OutputDisplay, { data: data?.content[0]?.['text'], error, loading }),
    createElement('output', { id: 'state' }, JSON.stringify([called, loading, data?.isError ?? null, seen.current])),
  );
}

function Reader(): ReactElement {
  const { data, error, loading, refetch } = useReadResource('notes://today');
  const [read, later] = useReadResource();
  const [get, got] = useGetPrompt('review');
  const texts = [
    loading,
    error?.message ?? null,
    data?.contents[0]?.text ?? null,
    later.error?.message ?? null,
    got.data?.['messages'] ?? null,
  ];
  return createElement(
    'main',
    null,
    createElement('button', { id: 'again', onClick: () => void refetch() }, 'again'),
    createElement('button', { id: 'read', onClick: () => void read('notes://none') }, 'read'),
    createElement('button', { id: 'get', onClick: () => void get({ code: 'x' }) }, 'get'),
    createElement('output', { id: 'read-state' }, JSON.stringify(texts)),
  );
}

interface PriceProps {
  readonly amount: number;
  readonly currency?: string;
}
const PriceCard = ({ amount, currency = 'EUR' }: PriceProps): ReactElement => createElement('b', { id: 'price' }, `${amount} ${currency}`);
const Price = mcpComponent(PriceCard, {
  name: 'show_price',
  schema: z.object({ amount: z.number(), currency: z.string().optional() }),
  fallback: createElement('i', { id: 'fallback' }, 'no price'),
});
const Rows = mcpComponent(null, {
  name: 'show_rows',
  description: 'Shows rows',
  schema: z.object({ city: z.string(), degrees: z.number() }),
  columns: [
    { key: 'city', header: 'City' },
    { key: 'degrees', header: 'Degrees', render: (value) => createElement('b', null, `${String(value)}°`) },
  ],
});
const Late = mcpComponent(
  mcpLazy(async () => ({ default: PriceCard })),
  { name: 'show_late', schema: z.object({ amount: z.number() }) },
);

function Counter(): ReactElement {
  const [count, setCount] = useState(0);
  useDynamicTool({
    name: 'count',
    description: 'Counts',
    schema: z.object({ by: z.number().default(1) }),
    execute: ({ by }) => setCount((before) => before + by),
  });
  // The function that was rendered last answers.
  useDynamicTool({ name: 'count_now', execute: () => ({ count }) });
  useDynamicResource({ uri: 'count://now', mimeType: 'application/json', read: () => JSON.stringify({ count }) });
  return createElement('output', { id: 'count' }, count);
}

function Flicker({ on }: { on: boolean }): ReactElement | null {
  return on ? createElement(Counter) : null;
}

let flip: (on: boolean) => void = () => undefined;
function Flipping(): ReactElement {
  const [on, setOn] = useState(true);
  flip = setOn;
  return createElement(Flicker, { on });
}

let cart = { items: ['tea'] };
const cartListeners = new Set<() => void>();
const cartStore = createStore({
  name: 'cart',
  getState: () => cart,
  subscribe: (listener) => {
    cartListeners.add(listener);
    return () => void cartListeners.delete(listener);
  },
  selectors: { first: ({ items }) => items[0] },
  actions: {
    add: {
      description: 'Adds an item',
      schema: z.object({ item: z.string() }),
      run: ({ item }: { item: string }) => {
        cart = { items: [...cart.items, item] };
        cartListeners.forEach((listener) => listener());
      },
    },
  },
});
function Cart(): ReactElement {
  const { data, error } = useStoreResource('state://cart');
  return createElement('output', { id: 'cart' }, JSON.stringify([data ?? null, error?.message ?? null]));
}

const sent: HttpRequest[] = [];
function Api(): ReactElement | null {
  useApiClient({
    baseUrl: 'https://api.example/v1/',
    headers: () => ({ authorization: 'Bearer x' }),
    operations: [
      { operationId: 'get_pet', method: 'get', path: '/pets/{id}' },
      { operationId: 'add_pet', method: 'post', path: '/pets', description: 'Adds a pet' },
    ],
    client: {
      request: async (request) => {
        sent.push(request);
        return request.method === 'POST' ? { status: 422, data: { error: 'no name' } } : { status: 200, data: { id: 1 } };
      },
    },
  });
  return null;
}

let vendor: ReturnType<typeof useTools> | undefined;
function Vendor({ platform }: { platform: Parameters<typeof useTools>[0] }): null {
  vendor = useTools(platform);
  return null;
}

function Tree(): ReactElement {
  const rootRef = useRef<never>(null);
  useComponentTree({ rootRef, includeProps: true, maxDepth: 2 });
  const marked = (component: string, ...children: ReactNode[]): ReactElement =>
    createElement('div', { 'data-component': component, 'data-size': 'l' }, ...children);
  return createElement('main', { ref: rootRef }, marked('Page', createElement('section', null, marked('Card', marked('Deep')))));
}

class Boundary extends Error {}

offer({
  leave,
  logged,
  told,
  tools: async () => (await model.listTools()).map((one) => one['name']),
  call: async (name: string, args = {}) => {
    try {
      return await model.callTool(name, args);
    } catch (failure) {
      return failure instanceof Error ? failure.message : String(failure);
    }
  },
  read: async (uri: string) => (await model.readResource(uri))['contents'],
  inputSchema: async (name: string) => (await model.listTools()).find((one) => one['name'] === name)?.['inputSchema'],
  lists: () => provided(createElement(Lists)),
  register: () => void server.register({ tools: [tool({ name: 'later' })(() => 'later')] }),
  caller: (name: string, args: Record<string, unknown>) => provided(createElement(Caller, { name, args })),
  reader: () => provided(createElement(Reader)),
  components: () => provided(createElement(Price, { currency: 'USD' }), createElement(Rows), createElement(Late)),
  toolName: () => Price.toolName,
  counter: () => provided(createElement(Counter)),
  flipping: () => provided(createElement(Flipping)),
  /** Calls a tool 500 times while it comes and goes: each call is answered, by the function that was rendered last. */
  storm: async () => {
    const answers = { counted: 0, gone: 0, other: [] as unknown[] };
    for (let round = 0; round < 500; round++) {
      const isOn = round % 10 < 5;
      if (round % 5 === 0) flip(isOn);
      try {
        const result = await model.callTool('count', { by: 1 });
        if (result['isError'] === true) answers.other.push(result);
        else answers.counted++;
      } catch (failure) {
        if (failure instanceof Error && failure.message.includes('count')) answers.gone++;
        else answers.other.push(String(failure));
      }
      while ((await model.listTools()).some(({ name }) => name === 'count') !== isOn) await new Promise((done) => setTimeout(done));
    }
    return answers;
  },
  /** Mounts and unmounts a thousand times; gives what is left. */
  mountOften: async (times: number) => {
    for (let round = 0; round < times; round++) {
      flip(round % 2 === 0);
      if (round % 50 === 0) await new Promise((done) => setTimeout(done));
    }
    flip(false);
  },
  store: () => show(createElement(ServiceProvider, { server, stores: [cartStore] }, createElement(Cart))),
  storeListeners: () => cartListeners.size,
  api: () => provided(createElement(Api)),
  sent,
  vendor: (platform: Parameters<typeof useTools>[0]) => provided(createElement(Vendor, { platform })),
  vendorTools: () => vendor?.tools,
  vendorCall: (call: unknown) => vendor?.processToolCall(call).catch((failure: unknown) => String(failure)),
  tree: () => provided(createElement(Tree)),
  agents: () =>
    provided(
      createElement(AgentContent, { name: 'agent_note', render: ({ text }) => createElement('p', { id: 'agent' }, String(text)) }),
      createElement(AgentSearch, { name: 'agent_search', placeholder: 'Find' }),
    ),
  twoOfOneName: () => provided(createElement(Counter), createElement(Counter)),
  noProvider: () => {
    try {
      show(createElement(Lists));
    } catch (failure) {
      throw new Boundary(String(failure));
    }
  },
  stopServer: () => server.dispose(),
});
