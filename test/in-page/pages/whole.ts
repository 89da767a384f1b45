/* A page whose server does what servers can: entries that change, questions, progress, cancellation, access rules. */
import { connect } from '@service/sdk/client';
import {
  authorities,
  createInPage,
  prompt,
  rawSchemas,
  resource,
  rounds,
  Service,
  sessions,
  Tool,
  tool,
  ToolContext,
} from '@service/sdk/in-page';
import { z } from 'zod';
import { openOfficial } from './official-client.mjs';

const sure = tool({ name: 'sure', description: 'Asks.' })(async (_input, context) => {
  const { content, status } = await context.elicit('Sure?', { word: z.string() });
  return { status, word: content?.word };
});
const sample = tool({ name: 'sample', description: 'Asks the model.' })(async (_input, context) => ({
  answer: await context.sample({ messages: [{ role: 'user', content: { type: 'text', text: 'Hello' } }], maxTokens: 10 }),
}));
const steps = tool({ name: 'steps', description: 'Reports steps.' })((_input, context) => ({
  told: [context.progress(1, 2, 'one'), context.progress(2, 2, 'two')],
}));
const ends: string[] = [];
const waits = tool({ name: 'waits', description: 'Waits for its end.' })(
  (_input, context) =>
    new Promise((resolve) =>
      context.signal.addEventListener('abort', () => {
        ends.push(String(context.signal.reason));
        resolve({});
      }),
    ),
);
const whoami = tool({ name: 'whoami', description: 'Says who calls.' })((_input, { auth }) => ({
  sub: auth.user.sub,
  anonymous: auth.isAnonymous,
}));
const admin = tool({ name: 'admin', description: 'For admins.', authorities: 'admin' })(() => ({ done: true }));
const raw = tool({
  name: 'raw',
  description: 'Raw.',
  rawInputSchema: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] },
})((input) => input);
const state = resource({ name: 'state', uri: 'page://state' })(() => 'ready');
const greet = prompt({ name: 'greet', arguments: [{ name: 'who', required: true }] })(({ who }) => `Greet ${String(who)}`);

@Tool({ name: 'shout', description: 'Shouts.', inputSchema: { text: z.string() } })
class Shout extends ToolContext {
  execute({ text }: { text: string }) {
    return { shouted: text.toUpperCase() };
  }
}

@Service({
  info: { name: 'whole', version: '1.0.0' },
  tools: [sure, sample, steps, waits, whoami, admin, raw, Shout],
  resources: [state],
  prompts: [greet],
  authorities: { claimsMapping: { roles: 'roles' }, profiles: { admin: { roles: { any: ['admin'] } } } },
})
class Whole {}

const features = [sessions, rounds, rawSchemas, authorities];
const named = (name: string, answer: unknown = name) => tool({ name, description: `Answers ${name}.` })(() => ({ answer }));
const failure = (work: () => unknown): Promise<string> =>
  Promise.resolve()
    .then(work)
    .then(
      () => 'no failure',
      (error: unknown) => String(error),
    );

async function open() {
  const server = await createInPage(Whole, { features });
  const heard: string[] = [];
  const answers = {
    onElicit: () => ({ action: 'accept', content: { word: 'yes' } }),
    onSample: () => ({ role: 'assistant', model: 'm', content: { type: 'text', text: 'Hi' } }),
  };
  const own = await connect(server.channel(), answers);
  const older = await connect(server.channel(), { ...answers, era: 'session', onNotification: (method) => heard.push(method) });
  const official = await openOfficial(server.transport(), () => heard.push('official'));
  return { server, own, older, official, heard, ends, named, failure, connect, createInPage, features, tool, z };
}

Object.assign(globalThis, { scene: open() });
