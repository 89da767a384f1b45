import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { connect } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { performance, setTimeout } from '../clock.ts';
import { ServerStartError } from '../errors.ts';
import { GuardedProcess, ServerLog } from './guarded-process.ts';
import { lockFreePort, type LockedPort } from './port-lock.ts';

const pollMs = 20;
const startLimitMs = 10_000;

/**
 * An empty Redis of the machine's own `redis-server`, which ends with the test run and keeps nothing.
 * @example
 * const redis = await ThrowawayRedis.start();
 * test.use({ server: './src/main.ts', env: { REDIS_URL: redis.url } });
 * test.afterAll(() => redis.stop());
 */
export class ThrowawayRedis {
  readonly url: string;
  readonly port: number;
  readonly #process: GuardedProcess;
  readonly #lock: LockedPort;
  readonly #folder: string;

  private constructor(started: { readonly process: GuardedProcess; readonly lock: LockedPort; readonly folder: string }) {
    this.#process = started.process;
    this.#lock = started.lock;
    this.#folder = started.folder;
    this.port = started.lock.port;
    this.url = `redis://127.0.0.1:${this.port}`;
  }

  /**
   * @param program another program than `redis-server` of the PATH
   * @throws {ServerStartError} with what it printed
   */
  static async start(program = 'redis-server'): Promise<ThrowawayRedis> {
    const lock = await lockFreePort('redis');
    const folder = mkdtempSync(join(tmpdir(), 'service-test-redis-'));
    const log = new ServerLog(() => undefined);
    const settings = ['--port', String(lock.port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder];
    const command = [program, ...settings];
    const redis = new ThrowawayRedis({
      process: new GuardedProcess({ command, cwd: folder, env: process.env, lockFile: lock.file, log }),
      lock,
      folder,
    });
    const reason = await redis.#untilReady();
    if (reason === undefined) return redis;
    await redis.stop();
    throw new ServerStartError([`Failed to start ${program}. Is Redis installed?`, reason, ...log.last(10)].join('\n'));
  }

  async stop(): Promise<void> {
    await this.#process.stop();
    this.#lock.release();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #untilReady(): Promise<string | undefined> {
    const deadline = performance.now() + startLimitMs;
    while (performance.now() < deadline) {
      if (this.#process.ending !== undefined) return this.#process.ending;
      if (await answersPing(this.port)) return undefined;
      await new Promise((resolve) => setTimeout(resolve, pollMs));
    }
    return `It did not answer within ${startLimitMs}ms`;
  }
}

function answersPing(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
    const end = (answer: boolean): void => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(1000, () => end(false));
    socket.on('data', (data) => end(data.toString('utf8').startsWith('+PONG')));
    socket.on('error', () => end(false));
    socket.on('close', () => end(false));
  });
}
