import type { WireAnswer } from '../support/wire-client.ts';
import { hiddenOf, pageOf, Person } from '../plugins/approval-pages.ts';
import type { Answered, Receiver } from '../plugins/approval-project.ts';
import type { AttackedServer } from './plugin-attacks.ts';

/** A server with pages of approvals, at one instance or two, and a victim whom no attack before knew. */
export interface PageScene {
  readonly one: AttackedServer;
  readonly two: AttackedServer;
  readonly receiver: Receiver;
  readonly victim: Person;
  readonly attacker: Person;
}

/** A way past the page of an approval; what is heard when it is open holds `SECRET`. */
export interface PageAttack {
  /** Open only without its guard: it gets at the page, not at the tool. */
  readonly ofPage?: true;
  readonly go: (scene: PageScene) => Promise<string>;
}

const seen = ({ result }: Answered): string => JSON.stringify(result);
const approve = { answer: 'approve', reach: 'user' };
const hostile = '<img src=x onerror=SECRET>\u202e"\'</pre>';

const runs = async ({ one, victim }: PageScene): Promise<string> => seen(await victim.call(one, 'told'));
const ask = ({ one, receiver, victim }: PageScene, args: Readonly<Record<string, unknown>> = {}): Promise<string> =>
  victim.ask(one, receiver, ['told', args]);
const post = (
  scene: PageScene,
  fields: Readonly<Record<string, string | undefined>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<WireAnswer> => scene.victim.post(scene.one, { path: '/oauth/page', fields: { ...fields, ...approve }, headers });

export const pageAttacks: Readonly<Record<string, PageAttack>> = {
  'another person decides': {
    go: async (scene) => {
      const { attacker, one } = scene;
      const page = await attacker.open(one, await ask(scene));
      await attacker.decide(one, page, approve);
      return runs(scene);
    },
  },
  'another person reads the call': {
    ofPage: true,
    go: async (scene) => (await scene.attacker.open(scene.one, await ask(scene, { to: 'SECRET' }))).text,
  },
  'another site sends the form': {
    go: async (scene) => {
      const { page = '' } = hiddenOf((await scene.victim.open(scene.one, await ask(scene))).text);
      await post(scene, { page });
      return runs(scene);
    },
  },
  'another site sends the form with its value': {
    go: async (scene) => {
      const page = await scene.victim.open(scene.one, await ask(scene));
      await post(scene, hiddenOf(page.text), { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' });
      return runs(scene);
    },
  },
  'another browser sends the form': {
    go: async (scene) => {
      const page = await scene.victim.open(scene.one, await ask(scene));
      await new Person('nobody@example.com').decide(scene.one, page, approve);
      return runs(scene);
    },
  },
  'another browser brings the code of a sign-in': {
    go: async (scene) => {
      const { attacker, one, victim } = scene;
      const challenge = await ask(scene);
      const returned = await victim.signInFor(one, challenge);
      const page = await attacker.follow(one, await attacker.get(one, returned));
      await attacker.decide(one, page, approve);
      return runs(scene);
    },
  },
  'a form that is sent again': {
    go: async (scene) => {
      const page = await scene.victim.open(scene.one, await ask(scene));
      const again = scene.victim.copy();
      await scene.victim.decide(scene.one, page, { answer: 'deny' });
      await again.decide(scene.two, page, approve);
      return runs(scene);
    },
  },
  'a form that is sent late': {
    go: async (scene) => {
      const page = await scene.victim.open(scene.one, await ask(scene));
      await new Promise((resolve) => setTimeout(resolve, 5200));
      await scene.victim.decide(scene.one, page, approve);
      return runs(scene);
    },
  },
  'markup in arguments': {
    ofPage: true,
    go: async (scene) => {
      const { text } = await scene.victim.open(scene.one, await ask(scene, { to: hostile }));
      return text.includes('<img') || text.includes('\u202e') ? 'SECRET' : '';
    },
  },
  'a frame, a cache or a script around the page': {
    ofPage: true,
    go: async (scene) => {
      const { headers } = await scene.victim.open(scene.one, await ask(scene));
      const policy = String(headers['content-security-policy']);
      const isClosed = policy.startsWith("default-src 'none'") && policy.includes("frame-ancestors 'none'");
      return isClosed && headers['x-frame-options'] === 'DENY' && headers['cache-control'] === 'no-store' ? '' : 'SECRET';
    },
  },
  'a page without a sign-in': {
    ofPage: true,
    go: async (scene) => (await scene.attacker.get(scene.one, pageOf(await ask(scene, { to: 'SECRET' })))).text,
  },
};
