/* What goes wrong in a page: texts, schemas and trees of an attacker, components that throw, and calls at the wrong moment. */
import { connect, type Client } from '@service/sdk/client';
import { createInPage, tool } from '@service/sdk/in-page';
import {
  ComponentRegistry,
  createStore,
  DynamicRenderer,
  mcpComponent,
  mcpLazy,
  OutputDisplay,
  PromptForm,
  ResourceViewer,
  ServiceProvider,
  ToolForm,
  useCallTool,
  useDynamicResource,
  useDynamicTool,
  useService,
  useStoreResource,
  type ComponentNode,
  type CallTool,
} from '@service/react';
import { Component, createElement, useEffect, useState, type ReactElement, type ReactNode } from 'react';
import { z } from 'zod';
import { leave, offer, show } from './stage.ts';

const pageOf = async (name: string): Promise<{ server: Awaited<ReturnType<typeof createInPage>>; model: Client }> => {
  const add = tool({ name: `add_${name}`, inputSchema: { a: z.number() } })(({ a }) => a + 1);
  const server = await createInPage({ info: { name, version: '1.0.0' }, tools: [add] }, { log: () => undefined });
  return { server, model: await connect(server.channel()) };
};
const one = await pageOf('one');
const two = await pageOf('two');

class Boundary extends Component<{ readonly children?: ReactNode }, { readonly message?: string }> {
  override state: { readonly message?: string } = {};
  static getDerivedStateFromError = (failure: Error): { readonly message: string } => ({ message: failure.message });
  override render(): ReactNode {
    return this.state.message === undefined ? this.props.children : createElement('output', { id: 'boundary' }, this.state.message);
  }
}
const within = (...children: readonly ReactNode[]): void =>
  show(
    createElement(
      ServiceProvider,
      { server: one.server },
      createElement('p', { id: 'page' }, 'still here'),
      createElement(Boundary, null, ...children),
    ),
  );

const markup = '"><img src=x onerror="globalThis.owned=1"><script>globalThis.owned=1</script>';
const hostileTool = {
  name: markup,
  description: markup,
  inputSchema: {
    type: 'object',
    properties: { [markup]: { type: 'string', description: markup, default: markup }, choice: { enum: [markup, 'javascript:alert(1)'] } },
    required: [markup],
  },
};
const hostileContents = [
  { uri: 'javascript:globalThis.owned=1', mimeType: 'text/html', text: markup },
  { uri: markup, mimeType: markup, blob: markup },
];

const cyclic: Record<string, unknown> = { type: 'object' };
cyclic['properties'] = { self: cyclic, choice: { enum: [cyclic], default: cyclic } };
function Cyclic(): null {
  useDynamicTool({ name: 'cyclic', inputSchema: cyclic, execute: () => undefined });
  return null;
}

interface Person {
  readonly name: string;
  readonly children: readonly Person[];
}
const person: z.ZodType<Person> = z.object({
  name: z.string(),
  get children() {
    return z.array(person);
  },
});
const People = mcpComponent(null, { name: 'show_people', schema: person, columns: [{ key: 'name', header: 'Name' }] });

/** Throws in the phase that its argument names. */
function Thrower({ phase }: { readonly phase: string }): ReactElement {
  if (phase === 'render') throw new Error('in render');
  useEffect(() => {
    if (phase === 'effect') throw new Error('in effect');
    return () => {
      if (phase === 'cleanup') throw new Error('in cleanup');
    };
  }, [phase]);
  return createElement('i', { id: 'phase' }, phase);
}
const Driven = mcpComponent(Thrower, { name: 'throw_in', schema: z.object({ phase: z.string() }) });
const Broken = mcpComponent(
  mcpLazy<{ a: number }>(() => Promise.reject(new Error('no such chunk'))),
  { name: 'show_broken', schema: z.object({ a: z.number() }) },
);
const Cells = mcpComponent(null, {
  name: 'show_cells',
  schema: z.object({ a: z.number() }),
  columns: [
    {
      key: 'a',
      header: 'A',
      render: () => {
        throw new Error('in a cell');
      },
    },
  ],
});
function Failing(): null {
  useDynamicTool({
    name: 'fail_now',
    execute: () => {
      throw new Error('in execute');
    },
  });
  useDynamicTool({ name: 'fail_later', execute: () => Promise.reject(new Error('in a promise')) });
  useDynamicResource({
    uri: 'fail://now',
    read: () => {
      throw new Error('in read');
    },
  });
  return null;
}
const brokenStore = createStore({
  name: 'broken',
  getState: (): object => {
    throw new Error('in getState');
  },
  subscribe: () => () => undefined,
});
function BrokenState(): ReactElement {
  const { error } = useStoreResource('state://broken');
  return createElement('output', { id: 'state' }, error?.message ?? 'none');
}

let finish: (text: string) => void = () => undefined;
let rename: (name: string) => void = () => undefined;
function Renamed(): null {
  const [name, setName] = useState('before');
  rename = setName;
  useDynamicTool({ name, execute: () => new Promise<string>((done) => (finish = done)) });
  return null;
}

let late: CallTool[0] | undefined;
function Late(): ReactElement {
  const { error, status } = useService();
  const [call, state] = useCallTool('add_one');
  late = call;
  const texts = [status, error?.message ?? null, state.error?.message ?? null, state.data?.structuredContent ?? null];
  return createElement('output', { id: 'late' }, JSON.stringify(texts));
}

function Named(): ReactElement {
  const { status, tools } = useService('shared');
  return createElement('output', { id: 'named' }, `${status}: ${tools.map(({ name }) => name).join()}`);
}
function Providers(): ReactElement {
  const [isSecond, setSecond] = useState(true);
  const provider = (server: typeof one.server): ReactElement => createElement(ServiceProvider, { name: 'shared', server });
  return createElement(
    'main',
    null,
    provider(one.server),
    isSecond ? provider(two.server) : null,
    createElement('button', { id: 'drop', onClick: () => setSecond(false) }, 'drop'),
    createElement(ServiceProvider, null, createElement(Named)),
  );
}

const fails = (where: string) => (): never => {
  throw new Error(where);
};
const plainTool = { name: 'plain', inputSchema: { type: 'object', properties: { text: { type: 'string' } } } };
function Heard(): ReactElement {
  const { error, status } = useService();
  const [call, { data, error: failure }] = useCallTool('add_one', { onSuccess: fails('in onSuccess') });
  const texts = [status, error?.message ?? null, data?.content ?? null, failure?.message ?? null];
  return createElement('button', { id: 'heard', onClick: () => void call({ a: 1 }) }, JSON.stringify(texts));
}

const registry = new ComponentRegistry();
registry.register('component://Fails', fails('in a renderer'));
registry.register('component://Link', ({ children, ...props }: { children?: ReactNode }) => createElement('a', props, children));
registry.register('component://Names', (props: object) =>
  createElement('output', { id: 'names' }, JSON.stringify([Object.keys(props), Reflect.get(props, 'title') ?? null])),
);

const keys = ['__proto__', 'constructor', 'toString'];
const keyStore = createStore({
  name: 'keys',
  getState: () => ({ a: 1 }),
  subscribe: () => () => undefined,
  selectors: Object.fromEntries(keys.map((key) => [key, () => key])),
});
function Keys(): ReactElement {
  const proto = useStoreResource('state://keys/__proto__');
  const missing = useStoreResource('state://keys/valueOf');
  useDynamicTool<Readonly<Record<string, unknown>>>({
    name: 'echo',
    execute: (args) => ({ keys: Object.keys(args), polluted: 'owned' in {} }),
  });
  return createElement('output', { id: 'keys' }, JSON.stringify([proto.data ?? null, missing.error?.message ?? null]));
}

offer({
  leave,
  forms: () =>
    within(
      createElement(ToolForm, { tool: hostileTool, onSubmit: (args) => offer({ sent: args }), submitLabel: markup }),
      createElement(PromptForm, {
        prompt: { name: markup, arguments: [{ name: markup, description: markup }] },
        onSubmit: () => undefined,
      }),
      createElement(ResourceViewer, { data: { contents: hostileContents } }),
      createElement(ResourceViewer, { error: markup }),
      createElement(OutputDisplay, { data: markup }),
      createElement(OutputDisplay, { data: { [markup]: 'javascript:globalThis.owned=1' } }),
      createElement(OutputDisplay, { error: new Error(markup) }),
    ),
  cyclicForm: () =>
    within(
      createElement(ToolForm, { tool: { name: 'cyclic', inputSchema: cyclic }, onSubmit: (args) => offer({ sent: Object.keys(args) }) }),
    ),
  cyclicTool: () => within(createElement(Cyclic)),
  people: () => within(createElement(People)),
  throwing: () => within(createElement(Driven), createElement(Broken), createElement(Cells), createElement(Failing)),
  throwingHandlers: () =>
    show(
      createElement(
        ServiceProvider,
        { server: one.server, onConnected: fails('in onConnected') },
        createElement('p', { id: 'page' }, 'still here'),
        createElement(Boundary, null, createElement(Heard)),
        createElement(ToolForm, { tool: plainTool, onSubmit: fails('in onSubmit') }),
      ),
    ),
  throwingField: () =>
    within(createElement(ToolForm, { tool: plainTool, onSubmit: () => undefined, renderField: fails('in renderField') })),
  throwingTree: () => within(createElement(DynamicRenderer, { tree: { type: 'Fails' }, registry })),
  brokenState: () => show(createElement(ServiceProvider, { server: one.server, stores: [brokenStore] }, createElement(BrokenState))),
  renamed: () => within(createElement(Renamed)),
  rename: (name: string) => rename(name),
  finish: (text: string) => finish(text),
  late: () => within(createElement(Late)),
  callLate: () => late?.({ a: 1 }),
  end: () => one.server.dispose(),
  providers: () => show(createElement(Providers)),
  tree: (tree: string) => within(createElement(DynamicRenderer, { tree: JSON.parse(tree) as ComponentNode, registry })),
  keys: () => show(createElement(ServiceProvider, { server: one.server, stores: [keyStore] }, createElement(Keys))),
  tools: async () => one.model.listTools(),
  call: async (name: string, args = '{}') => {
    try {
      return await one.model.callTool(name, JSON.parse(args) as object as Record<string, never>);
    } catch (failure) {
      return String(failure);
    }
  },
  read: async (uri: string) => one.model.readResource(uri).catch(String),
});
