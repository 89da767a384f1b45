import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../scripts/serving/free-port.ts';
import { writeOutput } from '../../src/compiler/index.ts';
import { distributedTarget } from '../../src/targets/distributed/target.ts';
import { bootHttp, type HttpBoot } from '../support/boot/node.ts';
import { bundleOf, copyFixture, requestOf } from '../support/compile.ts';
import { type LoadBalancer, startLoadBalancer } from '../support/load-balancer.ts';
import { type RedisServer, startRedis } from '../support/redis-server.ts';
import { testSecret } from '../support/sign-in-project.ts';
import { portOf } from '../support/shared-session.ts';
import { send } from '../support/wire-client.ts';
import type { Lots } from './lots.ts';
import { Outages } from './outages.ts';
import type { Tally } from './tally.ts';

const names = ['node-a', 'node-b', 'node-c'];

/** Milliseconds that the store stays away under load, and that an instance may take to be ready after it is back. */
const awayMs = 400;
const maxRecoveryMs = 120_000;

/** Sessions, streams, tasks, counts and sign-ins in one Redis server. */
const options = `
  redis: { defaultTtlMs: 600_000 },
  transport: { eventStore: { enabled: true, provider: 'redis' } },
  throttle: { global: { maxRequests: 1_000_000_000, windowMs: 3_600_000, partitionBy: 'ip' }, storage: { redis: {} } },
  tasks: { defaultPollIntervalMs: 50, maxConcurrentPerSession: 10_000 },
  resources: [note],
  auth: { mode: 'local', tokenStorage: { redis: {} } },`;

const tools = `
const ask = tool({ name: 'ask', description: 'Asks.' })(async (_input, ctx) => {
  const { content } = await ctx.elicit('Who?', z.object({ name: z.string() }), { key: 'who' });
  return 'hello ' + content?.name;
});
const edit = tool({ name: 'edit', description: 'Tells that a note has changed.', inputSchema: { key } })((input, ctx) => {
  ctx.notifyResourceUpdated('note://' + input.key);
  return 'told';
});
const work = tool({ name: 'work', description: 'Works.', inputSchema: { value }, execution: { taskSupport: 'optional' } })(async (input) => {
  await new Promise((resolve) => setTimeout(resolve, 20));
  return input.value;
});
const note = resourceTemplate({ name: 'note', uriTemplate: 'note://{key}', description: 'A note.' })(() => 'text');
`;

/** Three instances of the target distributed behind a load balancer of Debian's, and the store that they share. */
export class Instances {
  readonly store = new Outages();
  readonly deaths = new Outages();
  readonly #redis: RedisServer;
  readonly #tally: Tally;
  readonly #ports: readonly number[];
  readonly #balancer: LoadBalancer;
  readonly #project: { readonly folder: string; remove(): void };
  readonly #alive: (HttpBoot | undefined)[] = [];
  /** Instances that end because they are told to. */
  readonly #doomed = new Set<HttpBoot>();

  private constructor(parts: { redis: RedisServer; tally: Tally; ports: readonly number[]; balancer: LoadBalancer; project: Built }) {
    this.#redis = parts.redis;
    this.#tally = parts.tally;
    this.#ports = parts.ports;
    this.#balancer = parts.balancer;
    this.#project = parts.project;
  }

  static async start(program: 'nginx' | 'haproxy', tally: Tally): Promise<Instances> {
    const project = await buildShared();
    const redis = await startRedis();
    const ports = await Promise.all(names.map(() => freePort()));
    const balancer = await startLoadBalancer(program, ports);
    const instances = new Instances({ redis, tally, ports, balancer, project });
    await Promise.all(names.map((_, at) => instances.#boot(at)));
    // A load balancer sends nothing to an instance before it has looked at it again.
    for (let ready = 0; ready < 20; ready += (await isReady(instances.port)) ? 1 : 0) await delay(20);
    return instances;
  }

  get port(): number {
    return Number(new URL(this.#balancer.url).port);
  }

  /** `kill -9` of one of them, and its next start on the same port. Resolves when it serves again. */
  async killOne(lots: Lots): Promise<void> {
    const at = Math.floor(lots.next() * names.length);
    const dying = this.#alive[at];
    if (dying === undefined) return;
    this.#tally.faults++;
    this.#tally.kills++;
    this.#doomed.add(dying);
    this.deaths.begin();
    await dying.stop('SIGKILL');
    this.deaths.end();
    this.#look(dying);
    await this.#boot(at);
  }

  /** Without its store no instance serves or says that it is ready; each does again when the store is back. */
  async restartStore(): Promise<void> {
    this.#tally.faults++;
    this.store.begin();
    await this.#redis.kill();
    await delay(awayMs);
    await this.#redis.start();
    const until = performance.now() + maxRecoveryMs;
    for (const boot of this.#alive)
      while (boot !== undefined && !this.#doomed.has(boot) && !(await isReady(portOf(boot))) && performance.now() < until) await delay(50);
    if (performance.now() >= until) this.#tally.lose(`an instance was not ready ${maxRecoveryMs} ms after the store was back`);
    this.store.end();
  }

  async close(): Promise<void> {
    for (const boot of this.#alive) {
      if (boot === undefined) continue;
      this.#doomed.add(boot);
      const ended = await boot.stop();
      if (ended !== 0) this.#tally.crash(`an instance that was told to end ended with ${ended}: ${boot.output.stderr.slice(-300)}`);
      this.#look(boot);
    }
    await this.#balancer.close();
    await this.#redis.remove();
    this.#project.remove();
  }

  /** As often as a supervisor would: the start of a server with sign-in needs the store. */
  async #boot(at: number): Promise<void> {
    this.#alive[at] = undefined;
    const name = names[at] ?? '';
    for (;;) {
      const then = this.store.now;
      try {
        const boot = await bootHttp({ folder: this.#project.folder, name: 'chaos', env: this.#environment(name, this.#ports[at] ?? 0) });
        this.#alive[at] = boot;
        boot.until(() => undefined).catch(() => this.#ended(boot));
        return;
      } catch (failure) {
        if (!this.store.touched(then)) {
          this.#tally.crash(`${name} did not start: ${String(failure)}`);
          return;
        }
        await this.store.whenOver();
      }
    }
  }

  #environment(name: string, port: number): Record<string, string> {
    return {
      PORT: String(port),
      MACHINE_ID: name,
      REDIS_URL: `redis://127.0.0.1:${this.#redis.port}`,
      JWT_SECRET: testSecret,
      SERVICE_PUBLIC_URL: new URL(this.#balancer.url).origin,
      SERVICE_ALLOWED_HOSTS: '127.0.0.1',
      // Each client has an address of its own: the sessions that one may open are limited.
      SERVICE_TRUST_PROXY: '1',
      SERVICE_HA_HEARTBEAT_INTERVAL_MS: '500',
      SERVICE_HA_HEARTBEAT_TTL_MS: '5000',
      SERVICE_HA_TAKEOVER_GRACE_MS: '500',
    };
  }

  #ended(boot: HttpBoot): void {
    if (!this.#doomed.has(boot)) this.#tally.crash(`an instance ended by itself: ${boot.output.stderr.slice(-300)}`);
  }

  /** What an instance should not have said. */
  #look({ output }: HttpBoot): void {
    for (const [text] of output.stderr.matchAll(/^.*(?:unawaited promise failed|Uncaught|unhandled).*$/gim)) this.#tally.crash(text);
  }
}

const isReady = async (port: number): Promise<boolean> => {
  const answer = await send({ port, path: '/readyz', method: 'GET' }).catch(() => undefined);
  return answer?.status === 200;
};

interface Built {
  readonly folder: string;
  remove(): void;
}

async function buildShared(): Promise<Built> {
  const source = readFileSync(new URL('../../fixtures/chaos/src/main.ts', import.meta.url), 'utf8');
  const changed = source
    .replace('import { Service, tool }', 'import { resourceTemplate, Service, tool }')
    .replace('@Service({', `${tools}\n@Service({ ${options}`)
    .replace('tools: [', 'tools: [ask, edit, work, ');
  const project = copyFixture('chaos', { 'src/main.ts': changed });
  const request = requestOf(project.root, 'chaos');
  const { result } = await bundleOf(request, distributedTarget);
  const folder = join(project.root, 'dist', distributedTarget.name);
  await writeOutput(request, result, folder);
  return { folder, remove: project.remove };
}
