import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../scripts/serving/free-port.ts';
import { newestNode } from '../../scripts/serving/judges.ts';
import { newPkce, tokensOf } from '../support/oauth-driver.ts';
import type { Tokens } from '../support/oauth-driver.ts';
import { startRedis } from '../support/redis-server.ts';
import { SignInProject } from '../support/sign-in-project.ts';
import type { SignInServer } from '../support/sign-in-project.ts';
import type { WireAnswer } from '../support/wire-client.ts';
import type { Lots } from './lots.ts';
import type { Tally } from './tally.ts';

export interface KillOptions {
  readonly store: 'redis' | 'sqlite';
  /** Exchanges and refreshes that are acknowledged before it ends. */
  readonly takes: number;
  readonly tally: Tally;
  /** Of when the server dies and what is asked for again. */
  readonly lots: Lots;
}

/** Sign-ins that are under way at once. */
const atOnce = 12;
/** Milliseconds between two kills, at most. */
const longestLife = 400;
/** Milliseconds of killing: on a machine too slow to get anywhere between two kills, the rest goes on without. */
const longestKilling = 180_000;

const storages = {
  redis: `{ redis: { host: '127.0.0.1', port: Number(process.env['TEST_REDIS_PORT']) } }`,
  sqlite: `{ sqlite: { path: process.env['TEST_SQLITE'] ?? '' } }`,
};
const source = readFileSync(new URL('../../fixtures/local-auth/src/main.ts', import.meta.url), 'utf8');

/** Signs people in while the server is killed again and again: no code or token works twice, and what was acknowledged works. */
export async function killExchanges({ lots, store, takes, tally }: KillOptions): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'service-kills-'));
  const redis = store === 'redis' ? await startRedis() : undefined;
  const project = new SignInProject('local-auth', {
    'src/main.ts': source.replace("mode: 'local',", `mode: 'local', tokenStorage: ${storages[store]},`),
  });
  const variables = { TEST_SQLITE: join(folder, 'tokens.db'), TEST_REDIS_PORT: String(redis?.port ?? 0), PORT: String(await freePort()) };
  try {
    await project.build();
    const mortal = new MortalServer(() => project.boot({ node: newestNode(), variables }));
    await mortal.start();
    const scene: Scene = { held: [], lots, mortal, tally };
    const taken = (): number => tally.exchanges + tally.refreshes;
    const enough = taken() + takes;
    const kills = mortal.killAtRandom(lots, tally);
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        while (taken() < enough) await signInOnce(scene);
      }),
    );
    mortal.retire();
    await kills;
    await mortal.kill(tally);
    for (const held of scene.held) await expectHeld(scene, held);
  } finally {
    await project.close();
    await redis?.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

export interface Held {
  readonly clientId: string;
  readonly tokens: Tokens;
}

/** A server, or several as one, that may die before it answers. */
export interface Mortal {
  /** One request; undefined when the server died before it answered: nobody knows then what it did. */
  ask<T>(request: (server: Asked) => Promise<T>): Promise<T | undefined>;
  /** The same until it is answered. */
  askUntilAnswered(request: (server: Asked) => Promise<WireAnswer>): Promise<WireAnswer>;
}
export type Asked = Pick<SignInServer, 'call' | 'oauth'>;

export interface Scene {
  readonly lots: Lots;
  readonly mortal: Mortal;
  readonly tally: Tally;
  /** What was acknowledged last to those who came to their end. */
  readonly held: Held[];
}

/** A server that dies and comes back on the same port. */
class MortalServer implements Mortal {
  readonly #boot: () => Promise<SignInServer>;
  #alive: Promise<SignInServer> | undefined;
  #retired = false;

  constructor(boot: () => Promise<SignInServer>) {
    this.#boot = boot;
  }

  start(): Promise<SignInServer> {
    this.#alive = this.#boot();
    return this.#alive;
  }

  async ask<T>(request: (server: SignInServer) => Promise<T>): Promise<T | undefined> {
    const server = await (this.#alive ?? this.start());
    return request(server).catch(() => undefined);
  }

  async askUntilAnswered(request: (server: SignInServer) => Promise<WireAnswer>): Promise<WireAnswer> {
    for (;;) {
      const answer = await this.ask(request);
      if (answer !== undefined) return answer;
    }
  }

  async killAtRandom(lots: Lots, tally: Tally): Promise<void> {
    const until = performance.now() + longestKilling;
    while (performance.now() < until) {
      await new Promise((resolve) => setTimeout(resolve, lots.next() * longestLife));
      if (this.#retired) return;
      await this.kill(tally);
    }
  }

  /** Over when it serves again. */
  async kill(tally: Tally): Promise<void> {
    const dying = await this.#alive;
    if (dying === undefined) return;
    tally.faults++;
    tally.kills++;
    this.#alive = dying.boot.stop('SIGKILL').then(() => this.#boot());
    await this.#alive;
  }

  retire(): void {
    this.#retired = true;
  }
}

/** From the page to the second refresh. */
export async function signInOnce(scene: Scene): Promise<void> {
  const { mortal, tally } = scene;
  const clientId = await register(mortal);
  let grant = await openGrant(mortal, clientId);
  while (grant === undefined) grant = await openGrant(mortal, clientId);
  const { code, pkce } = grant;
  const exchanged = await takeOnce(scene, { what: 'exchange', ask: ({ oauth }) => oauth.exchange({ clientId, code, pkce }) });
  if (exchanged === undefined) return;
  let tokens = exchanged;
  for (let round = 0; round < 2; round++) {
    const called = await mortal.askUntilAnswered((server) => server.call(tokens.access_token));
    if (called.status !== 200) tally.lose(`access token: ${called.status} ${called.text}`);
    const next = await takeOnce(scene, refreshing({ clientId, tokens }));
    if (next === undefined) return;
    tokens = next;
  }
  scene.held.push({ clientId, tokens });
}

/** Of what was acknowledged long before the last death everything works, and once. */
export async function expectHeld({ mortal, tally }: Scene, held: Held): Promise<void> {
  const { ask } = refreshing(held);
  const called = await mortal.askUntilAnswered((server) => server.call(held.tokens.access_token));
  if (called.status !== 200) tally.lose(`access token at the end: ${called.status} ${called.text}`);
  tally.requests++;
  const first = await mortal.askUntilAnswered(ask);
  if (first.status === 200) tally.refreshes++;
  else tally.lose(`refresh token at the end: ${first.status} ${first.text}`);
  if ((await mortal.askUntilAnswered(ask)).status === 200) tally.accept('refresh token at the end');
}

/** A client for one sign-in, however often that begins again: on a slow host a client for each attempt fills the server. */
async function register(mortal: Mortal): Promise<string> {
  for (;;) {
    const clientId = await mortal.ask(({ oauth }) => oauth.clientId());
    if (clientId !== undefined) return clientId;
  }
}

/** A code that was acknowledged; undefined when the server died on the way to it, as a person would start again. */
async function openGrant(mortal: Mortal, clientId: string) {
  const pkce = newPkce();
  return mortal.ask(async ({ oauth }) => ({ code: await oauth.code(clientId, pkce), pkce }));
}

interface Taking {
  readonly what: 'exchange' | 'refresh';
  readonly ask: (server: Asked) => Promise<WireAnswer>;
}

const refreshing = ({ clientId, tokens }: Held): Taking => ({
  what: 'refresh',
  ask: ({ oauth }) => oauth.refresh(clientId, tokens.refresh_token),
});

/**
 * Takes what may be taken once. An answer that was lost may have been a yes: then the next one is a no, and the person signs in again.
 * Twice yes is what must never be.
 */
async function takeOnce(scene: Scene, taking: Taking): Promise<Tokens | undefined> {
  const { mortal, tally } = scene;
  const { ask, what } = taking;
  tally.requests++;
  const first = await mortal.ask(ask);
  if (first !== undefined && first.status !== 200) {
    tally.lose(`${what}, asked once: ${first.status} ${first.text}`);
    return undefined;
  }
  const answer = first ?? (await mortal.askUntilAnswered(ask));
  if (answer.status === 200) return takenOnce(scene, taking, answer);
  if (!answer.text.includes('invalid_grant')) tally.wrong(`${what}, asked again: ${answer.status} ${answer.text}`);
  return undefined;
}

/** Every tenth of what was taken is asked for again: it must be a no, and costs the family. */
async function takenOnce({ lots, mortal, tally }: Scene, { ask, what }: Taking, answer: WireAnswer): Promise<Tokens | undefined> {
  if (what === 'exchange') tally.exchanges++;
  else tally.refreshes++;
  if (lots.next() >= 0.1) return tokensOf(answer);
  const twice = await mortal.askUntilAnswered(ask);
  if (twice.status === 200) tally.accept(what);
  return undefined;
}
