import { TestClientError } from '../errors.ts';
import { ServerHandle } from './server-handle.ts';
import type { UseOptions } from './server-options.ts';
import { TestServer } from './test-server.ts';

/** Options of every node of a cluster; each node gets its own port. */
export type ClusterOptions = Omit<UseOptions, 'baseUrl' | 'port'>;

/**
 * Several processes of one server, for what they share: sessions, limits, locks.
 * @example
 * const cluster = new TestCluster({ server: './src/main.ts', env: { REDIS_URL: redis.url } });
 * await cluster.start(3);
 * try {
 *   const client = await cluster.getNode(0).createClient();
 *   await cluster.stopNode(1);
 * } finally {
 *   await cluster.teardown();
 * }
 */
export class TestCluster {
  readonly #options: ClusterOptions;
  readonly #cwd: string;
  readonly #nodes = new Map<number, ServerHandle>();

  /** @param cwd folder that the entry is found from */
  constructor(options: ClusterOptions, cwd: string = process.cwd()) {
    this.#options = options;
    this.#cwd = cwd;
  }

  /** Nodes that run, by their number. */
  get nodes(): ReadonlyMap<number, ServerHandle> {
    return this.#nodes;
  }

  /** Starts the nodes 0 to `count` - 1 at once. When one does not start, none stays. @throws {ServerStartError} */
  async start(count: number): Promise<readonly ServerHandle[]> {
    const started = await Promise.allSettled(Array.from({ length: count }, (_, index) => this.startNode(index)));
    const failed = started.find((one) => one.status === 'rejected');
    if (failed === undefined) return started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    await this.teardown();
    throw failed.reason;
  }

  /** Starts one node more, or the one of a number again. @throws {TestClientError} when it runs */
  async startNode(index: number = this.#nextIndex()): Promise<ServerHandle> {
    if (this.#nodes.has(index)) throw new TestClientError(`Node ${index} runs already. Stop it first, or leave the number out.`);
    const handle = new ServerHandle(await TestServer.start(this.#options, this.#cwd), this.#options);
    this.#nodes.set(index, handle);
    return handle;
  }

  /** @throws {TestClientError} when it does not run */
  async stopNode(index: number): Promise<void> {
    const node = this.getNode(index);
    this.#nodes.delete(index);
    await node.stop();
  }

  /** @throws {TestClientError} when it does not run */
  getNode(index: number): ServerHandle {
    const node = this.#nodes.get(index);
    if (node !== undefined) return node;
    throw new TestClientError(`Node ${index} does not run. Running: ${[...this.#nodes.keys()].join(', ') || 'none'}.`);
  }

  /** Stops every node. */
  async teardown(): Promise<void> {
    const nodes = [...this.#nodes.values()];
    this.#nodes.clear();
    await Promise.all(nodes.map((node) => node.stop()));
  }

  #nextIndex(): number {
    return Math.max(-1, ...this.#nodes.keys()) + 1;
  }
}
