import { call, challengeOf, decide, type Answered, type Receiver } from '../plugins/approval-project.ts';
import { type PageScene, pageAttacks } from './approval-page-attacks.ts';
import { type AttackedServer, openSession, pluginDoors, type GuardName, type PluginDoor } from './plugin-attacks.ts';

/** One bundle with both guards, at one instance or at two, and the system that approves. */
export interface GuardScene {
  readonly one: AttackedServer;
  /** The same server where there is one instance. */
  readonly two: AttackedServer;
  readonly receiver: Receiver;
  /** The next person, whom no attack before knew. */
  readonly headers: Readonly<Record<string, string>>;
  /** Of the server that shows approvals on pages. */
  readonly pages: PageScene;
}

/** A way past a guard. */
export interface GuardAttack {
  readonly plugin: 'flags' | 'approval';
  readonly kind: PluginDoor['kind'] | 'page';
  readonly name: string;
  /** What is heard when it is open; `SECRET` when absent. */
  readonly opens?: RegExp;
  /** Its guard is none of those that a server without guards leaves out: `--without` alone opens it. */
  readonly ofPage?: true;
  readonly go: (scene: GuardScene) => Promise<string>;
}

const doorAttack =
  (plugin: GuardAttack['plugin'], guard: GuardName) =>
  ({ go, kind, name, opens }: PluginDoor): GuardAttack => ({
    plugin,
    kind,
    name,
    ...(opens === undefined ? {} : { opens }),
    go: ({ headers, two }) => go({ ...two, headers }, guard),
  });

const flagged = pluginDoors.filter(({ hooks }) => hooks.includes('admit') || hooks.includes('list'));
const approved = pluginDoors.filter(({ hooks, kind }) => kind === 'tool' && hooks.includes('around'));

/** Tools that another system approves. */
type Told = 'told' | 'once' | 'short' | 'other';

const use = ({ headers }: GuardScene, server: AttackedServer, [name, args = {}]: readonly [Told, object?]): Promise<Answered> =>
  call(server, { name, args: { ...args }, headers });

const seen = ({ result }: Answered): string => JSON.stringify(result);

/** Asks at the first instance. @returns the proof that the receiver got */
async function ask(scene: GuardScene, name: Told, args: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const before = scene.receiver.delivered.length;
  await use(scene, scene.one, [name, args]);
  return String(scene.receiver.delivered[before]?.headers['x-service-code-verifier']);
}

const approve = { approved: true, scope: 'user' };
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Asks in a session of its own. */
async function inSession(server: AttackedServer, headers: GuardScene['headers']): Promise<(name: Told) => Promise<string>> {
  const { ask: send } = await openSession({ ...server, headers });
  return (name) => send('tools/call', { name, arguments: {} });
}

/** Second steps at the second instance, where there is one. */
const decisions: Readonly<Record<string, GuardAttack['go']>> = {
  'two callbacks for one call': async (scene) => {
    const codeVerifier = await ask(scene, 'once');
    await Promise.all([scene.one, scene.two].map((server) => decide(server, { codeVerifier, ...approve })));
    const answers = await Promise.all([use(scene, scene.one, ['once']), use(scene, scene.two, ['once'])]);
    return answers.every((answer) => seen(answer).includes('SECRET')) ? 'SECRET' : '';
  },
  'an approval after a denial': async (scene) => {
    const codeVerifier = await ask(scene, 'told');
    await decide(scene.one, { codeVerifier, approved: false });
    await decide(scene.two, { codeVerifier, ...approve });
    return seen(await use(scene, scene.two, ['told']));
  },
  'an approval that has ended': async (scene) => {
    await decide(scene.one, { codeVerifier: await ask(scene, 'short'), ...approve });
    await wait(120);
    return seen(await use(scene, scene.two, ['short']));
  },
  'an approval that was taken back': async (scene) => {
    await decide(scene.two, { codeVerifier: await ask(scene, 'told'), ...approve });
    await call(scene.one, { name: 'revoke', headers: scene.headers });
    return seen(await use(scene, scene.two, ['told']));
  },
  'the approval of another person': async (scene) => {
    await decide(scene.one, { codeVerifier: await ask(scene, 'told'), ...approve });
    return seen(await call(scene.two, { name: 'told', headers: { authorization: `Bearer ${guardTokenOf('stranger')}` } }));
  },
  'the approval of another tool': async (scene) => {
    const codeVerifier = await ask(scene, 'told');
    await decide(scene.two, { codeVerifier, ...approve, toolId: 'other' });
    await decide(scene.two, { codeVerifier, ...approve });
    return seen(await use(scene, scene.two, ['other']));
  },
  'the approval of other arguments': async (scene) => {
    await decide(scene.one, { codeVerifier: await ask(scene, 'told', { amount: 1 }), approved: true, scope: 'tool_specific' });
    return seen(await use(scene, scene.two, ['told', { amount: 2 }]));
  },
  'the approval of other arguments for a call that needs its own': async (scene) => {
    await decide(scene.one, { codeVerifier: await ask(scene, 'once', { amount: 1 }), ...approve });
    return seen(await use(scene, scene.two, ['once', { amount: 2 }]));
  },
  'the approval of another session': async (scene) => {
    const before = scene.receiver.delivered.length;
    await (
      await inSession(scene.one, scene.headers)
    )('told');
    const codeVerifier = String(scene.receiver.delivered[before]?.headers['x-service-code-verifier']);
    await decide(scene.one, { codeVerifier, approved: true, scope: 'session' });
    return (await inSession(scene.two, scene.headers))('told');
  },
  'a callback with the challenge': async (scene) => {
    await decide(scene.two, { codeVerifier: challengeOf(await ask(scene, 'told')), ...approve });
    return seen(await use(scene, scene.two, ['told']));
  },
  'a callback without a proof': async (scene) => {
    await ask(scene, 'told');
    for (const codeVerifier of ['', 'undefined', '*', 'x'.repeat(43)]) await decide(scene.two, { codeVerifier, ...approve });
    return seen(await use(scene, scene.two, ['told']));
  },
  'a callback that is late': async (scene) => {
    const codeVerifier = await ask(scene, 'told');
    await wait(lateMs);
    await decide(scene.two, { codeVerifier, ...approve });
    return seen(await use(scene, scene.two, ['told']));
  },
  'a scope that the tool does not allow': async (scene) => {
    await decide(scene.two, { codeVerifier: await ask(scene, 'short'), approved: true, scope: 'session', ttlMs: 1e9 });
    return seen(await use(scene, scene.two, ['short']));
  },
};

const forms = { elicitation: {} };
const allow = { action: 'accept', content: { reach: 'once' } };

const answers: Readonly<Record<string, GuardAttack['go']>> = {
  'an answer to no question': async ({ headers, one, two }) => {
    const asked = { name: 'approval-tool', capabilities: forms, headers };
    const first = await call(one, asked);
    const [key = ''] = Object.keys((first.result['inputRequests'] ?? {}) as object);
    return seen(await call(two, { ...asked, round: { inputResponses: { [key]: allow } } }));
  },
  'an answer to the question of other arguments': async ({ headers, one, two }) => {
    const asked = { name: 'approval-tool', capabilities: forms, headers };
    const { result } = await call(one, { ...asked, args: { amount: 1 } });
    const [key = ''] = Object.keys((result['inputRequests'] ?? {}) as object);
    const round = { inputResponses: { [key]: allow }, requestState: result['requestState'] };
    return seen(await call(two, { ...asked, args: { amount: 2 }, round }));
  },
  'a no': async ({ headers, one, two }) => {
    const asked = { name: 'approval-tool', capabilities: forms, headers };
    const { result } = await call(one, asked);
    const [key = ''] = Object.keys((result['inputRequests'] ?? {}) as object);
    const round = { inputResponses: { [key]: { action: 'decline' } }, requestState: result['requestState'] };
    return seen(await call(two, { ...asked, round }));
  },
  'a model that answers': async ({ headers, two }) => {
    const { result } = await call(two, { name: 'approval-tool', headers });
    return seen({ result } as Answered);
  },
  'a call that a model chose': async ({ headers, two }) =>
    seen(await call(two, { name: 'outer', args: { name: 'approval-tool', origin: 'model' }, headers })),
  'a chain of entries': async ({ headers, one, two }) => {
    const asked = { name: 'approval-tool', capabilities: forms, headers };
    const { result } = await call(one, asked);
    const [key = ''] = Object.keys((result['inputRequests'] ?? {}) as object);
    const forAll = { action: 'accept', content: { reach: 'user' } };
    await call(one, { ...asked, round: { inputResponses: { [key]: forAll }, requestState: result['requestState'] } });
    return seen(await call(two, { name: 'outer', args: { name: 'approval-tool', depth: 5 }, headers }));
  },
};

/** Longer than a challenge lives. */
const lateMs = 5200;
export const guardTokenOf = (person: string): string => Buffer.from(`token of ${person}`).toString('base64url');

const own = (rows: Readonly<Record<string, GuardAttack['go']>>): readonly GuardAttack[] =>
  Object.entries(rows).map(([name, go]): GuardAttack => ({
    plugin: 'approval',
    kind: 'tool',
    name,
    go,
    opens: /SECRET|sendElicitationResult/,
  }));

export const guardAttacks: readonly GuardAttack[] = [
  ...flagged.map(doorAttack('flags', 'flag')),
  ...approved.map(doorAttack('approval', 'approval')),
  ...own(decisions),
  ...own(answers),
  ...Object.entries(pageAttacks).map(([name, { go, ofPage }]): GuardAttack => ({
    plugin: 'approval',
    kind: 'page',
    name,
    ...(ofPage === undefined ? {} : { ofPage }),
    go: ({ pages }) => go(pages),
  })),
];
