import { cpSync, rmSync } from 'node:fs';
import { bootHttp } from '../support/boot/node.ts';
import type { BuiltServer } from '../support/built-servers.ts';
import { startRedis } from '../support/redis-server.ts';
import type { AttackOutcome } from './attack.ts';
import { openSession } from './plugin-attacks.ts';
import type { ModelAttack, ModelScene } from './model-attack.ts';
import { modelAttacks } from './model-attacks.ts';
import { modelProject, type ModelStore, signIn } from './model-server.ts';
import type { Removal } from './sandbox-attacks.ts';
import { takeOut } from './take-out.ts';

export interface ModelRun {
  readonly host?: 'node' | 'worker';
  readonly store?: ModelStore;
}

type Era = 'session' | 'stateless';

const secrets = {
  JWT_SECRET: 'a secret of the server, of 40 characters',
  MCP_SESSION_SECRET: 'a secret of sessions, of at least 40 signs',
  REMEMBER_SECRET: 'a secret of memories, of at least 40 signs',
  SERVICE_PUBLIC_URL: 'http://localhost',
};

/** Both people, with a session each where the protocol has sessions. */
export async function sceneOf(server: Pick<BuiltServer, 'port' | 'log'>, era: Era): Promise<ModelScene> {
  const [mallory, victim] = await Promise.all(['mallory@example.com', 'victim@example.com'].map((email) => signIn(server, email)));
  const headers = { mallory: mallory ?? {}, victim: victim ?? {} };
  const sessions =
    era === 'stateless'
      ? undefined
      : {
          mallory: await openSession({ ...server, headers: headers.mallory }),
          victim: await openSession({ ...server, headers: headers.victim }),
        };
  return { server, log: server.log, headers, sessions };
}

/** A built server, and what ends it. @param minify false: guards can be taken out of it */
export async function startModelled({ host = 'node', store = 'memory' }: ModelRun = {}, minify = true) {
  const redis = store === 'redis' ? await startRedis() : undefined;
  const project = modelProject(store);
  const env = { ...secrets, ...(redis === undefined ? {} : { STORE: `redis://127.0.0.1:${redis.port}` }) };
  let server: BuiltServer | undefined;
  const end = async (): Promise<void> => {
    await server?.kill();
    await redis?.remove();
    project.remove();
  };
  try {
    server = await project.start(host, { env, request: { build: { minify } } });
    return { server, env, end };
  } catch (failure) {
    await end();
    throw failure;
  }
}

const fits = (attack: ModelAttack, host: string, era: Era): boolean =>
  !(attack.nodeOnly === true && host !== 'node') && !(attack.stateless === true && era !== 'stateless');

/** Every attack by both eras of the protocol. */
export async function runModelAttacks(run: ModelRun = {}, running?: Pick<BuiltServer, 'port' | 'log'>): Promise<AttackOutcome[]> {
  const { host = 'node', store = 'memory' } = run;
  const started = running === undefined ? await startModelled(run) : { server: running, end: async () => undefined };
  try {
    const outcomes: AttackOutcome[] = [];
    for (const era of ['stateless', 'session'] as const) {
      const scene = await sceneOf(started.server, era);
      for (const attack of modelAttacks.filter((one) => fits(one, host, era))) {
        const outcome = (await attack.go(scene)) ? 'succeeded' : 'refused';
        outcomes.push({ name: `model: ${attack.name}`, advisory: attack.advisory, target: `${host}, ${store}, ${era}`, outcome });
      }
    }
    return outcomes;
  } finally {
    await started.end();
  }
}

/**
 * Takes the guard of one attack after the other out of a built bundle.
 * @param only attacks whose names hold this text
 */
export async function runModelRemovals(only = '', told: (one: Removal) => void = () => undefined): Promise<readonly Removal[]> {
  const { end, env, server } = await startModelled({}, false);
  const outcomes: Removal[] = [];
  try {
    for (const { go, name, without } of modelAttacks) {
      if (without === undefined || !name.includes(only)) continue;
      const folder = `${server.folder}-without`;
      cpSync(server.folder, folder, { recursive: true });
      takeOut(folder, { name, without });
      const bare = await bootHttp({ folder, name: 'modelled', env: { SERVICE_LOG_LEVEL: 'info', ...env } });
      try {
        const scene = await sceneOf({ port: Number(new URL(bare.url).port), log: () => bare.output.stderr }, 'stateless');
        const outcome = { attack: name, opens: await go(scene) };
        outcomes.push(outcome);
        told(outcome);
      } finally {
        await bare.stop('SIGKILL');
        rmSync(folder, { recursive: true });
      }
    }
    return outcomes;
  } finally {
    await end();
  }
}

/** Attacks on ways that were never built. */
export const withoutGuard = (): readonly string[] => modelAttacks.filter(({ without }) => without === undefined).map(({ name }) => name);
