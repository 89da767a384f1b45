/* A page that offers its tools to the browser's agent, with people who sign in and out. */
import {
  App,
  authorities,
  contextExtensions,
  createInPage,
  memoryStores,
  pluginGuards,
  pluginHost,
  plugins,
  rounds,
  Service,
  stores,
  tool,
} from '@service/sdk/in-page';
import { ApprovalPlugin } from '@service/plugin-approval';
import { WebMcpPlugin, type WebMcpCaller } from '@service/plugin-webmcp';
import { z } from 'zod';

const lines: string[] = [];
const add = tool({
  name: 'add',
  description: 'Adds',
  annotations: { readOnlyHint: true, openWorldHint: false },
  inputSchema: { a: z.number(), b: z.number() },
})(({ a, b }) => ({ sum: a + b }));
const fails = tool({ name: 'fails' })(() => {
  throw new Error('a secret of the page');
});
const hidden = tool({ name: 'internal_note' })(() => 'not for agents');
const asks = tool({ name: 'asks' })(async (_input, ctx) => {
  const { status } = await ctx.elicit('Sure?', { sure: z.boolean() });
  return { status };
});
const whoami = tool({ name: 'whoami' })((_input, { auth }) => ({ sub: auth.user.sub }));
const admin = tool({ name: 'admin', authorities: 'admin' })(() => ({ done: true }));
let paid = 0;
const pay = tool({ name: 'pay', approval: { alwaysPrompt: true } })(() => ({ paid: ++paid }));
let ended = '';
const slow = tool({ name: 'slow' })(async (_input, ctx) => {
  ended = 'runs';
  await new Promise((done) => ctx.signal.addEventListener('abort', done, { once: true }));
  ended = 'cancelled';
  return 'late';
});
/** Two tools of one name are listed with their owner; the browser has no such characters. */
const text = (name: string) => tool({ name, title: 'Text' })(() => ({ name }));

@App({ id: 'plain', name: 'Plain', tools: [text('text')] })
class Plain {}

let tell: (caller: WebMcpCaller | undefined) => void = () => undefined;
let isFollowed = false;
let answer: object = { action: 'accept', content: { sure: true } };
const questions: string[] = [];
const webMcp = WebMcpPlugin.init({
  include: ['add', '*text', 'fails', 'asks', 'whoami', 'admin', 'pay', 'slow', 'later'],
  caller: (next) => {
    tell = next;
    isFollowed = true;
    next({ user: { sub: 'ada' } });
    return () => void (isFollowed = false);
  },
  onElicit: (question) => {
    questions.push(JSON.stringify(question));
    return { ...answer };
  },
});

@Service({
  info: { name: 'page', version: '1.0.0' },
  apps: [Plain],
  tools: [add, fails, hidden, asks, whoami, admin, pay, slow, text('text'), text('plain_text')],
  plugins: [ApprovalPlugin, webMcp],
  authorities: { claimsMapping: { roles: 'roles' }, profiles: { admin: { roles: { any: ['admin'] } } } },
})
class Page {}

async function open() {
  const server = await createInPage(Page, {
    features: [plugins, pluginHost, pluginGuards, contextExtensions, memoryStores, stores, rounds, authorities],
    log: (line) => lines.push(line),
  });
  const later = (description: string) => ({ tools: [tool({ name: 'later', description })(() => ({ description }))] });
  let registration: ReturnType<typeof server.register> | undefined;
  return {
    lines,
    ended: () => ended,
    paid: () => paid,
    questions,
    answerBy: (next: object) => void (answer = next),
    isFollowed: () => isFollowed,
    signIn: (caller?: WebMcpCaller) => tell(caller),
    register: () => void (registration = server.register(later('Later'))),
    replace: () => registration?.replace(later('Later still')),
    unregister: () => registration?.remove(),
    dispose: () => server.dispose(),
  };
}

Object.assign(globalThis, { scene: open() });
