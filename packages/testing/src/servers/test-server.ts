import { readFileSync } from 'node:fs';
import { findListeningPid } from '@service/sdk/hosts/port-owner';
import { clearTimeout, setTimeout } from '../clock.ts';
import { ServerStartError } from '../errors.ts';
import { limits, texts } from '../texts.ts';
import { checkOptions } from './check-options.ts';
import { GuardedProcess } from './guarded-process.ts';
import { lockFreePort, lockPort, type LockedPort } from './port-lock.ts';
import { waitUntilReady } from './readiness.ts';
import { serverCommand } from './server-command.ts';
import { ServerLog } from './server-log.ts';
import type { UseOptions } from './server-options.ts';

/** Address and process of a server under test. */
export interface ServerInfo {
  /** Address without a path. */
  readonly baseUrl: string;
  /** Port that it listens on. */
  readonly port: number;
  /** The process that listens; 0 for a server that was not started here. */
  readonly pid: number;
}

/** Ports that are tried when another program takes one between lock and listen. */
const portAttempts = 3;

/**
 * A server under test, without clients.
 * @example
 * const server = await TestServer.start({ server: './src/main.ts' });
 * try { await fetch(`${server.info.baseUrl}/health`); } finally { await server.stop(); }
 */
export class TestServer {
  readonly #options: UseOptions;
  readonly #cwd: string;
  readonly #log: ServerLog;
  #process: GuardedProcess | undefined;
  #lock: LockedPort | undefined;

  private constructor(options: UseOptions, cwd: string) {
    this.#options = options;
    this.#cwd = cwd;
    this.#log = new ServerLog((entry) => {
      if (this.#isDebugging) process.stderr.write(`[SERVER] ${entry}\n`);
    });
  }

  /**
   * @param cwd folder that the entry is found from
   * @throws {ServerStartError} with the reason and what the server printed last
   * @throws {TestClientError} for an option that is not there, or of another kind
   */
  static async start(options: UseOptions, cwd: string = process.cwd()): Promise<TestServer> {
    checkOptions(options, 'TestServer.start()');
    if (options.server === undefined && options.baseUrl === undefined) throw new ServerStartError(texts.noServer);
    const server = new TestServer(options, cwd);
    if (options.server !== undefined) await server.#startOnSomePort();
    return server;
  }

  /** Address and process of the server. */
  get info(): ServerInfo {
    const port = this.#lock?.port ?? portOf(this.#options.baseUrl ?? '');
    const baseUrl = (this.#options.baseUrl ?? `http://localhost:${port}`).replace(/\/$/, '');
    return { baseUrl, port, pid: this.#process === undefined ? 0 : (findListeningPid(port) ?? this.#process.pid) };
  }

  /** Lines of the server; those of stderr begin with `[ERROR] `. */
  getLogs(): string[] {
    return this.#log.all();
  }

  /** Forgets what the server printed so far. */
  clearLogs(): void {
    this.#log.clear();
  }

  /** The first line that holds a text or matches a pattern; waits for one that has not come. @throws {TimeoutError} */
  waitForLog(wanted: string | RegExp, timeoutMs: number = limits.waitForLogMs): Promise<string> {
    return this.#log.waitFor(wanted, timeoutMs);
  }

  /** Resolves once everything is read that the server had printed. */
  settleLogs(): Promise<void> {
    return this.#log.settle();
  }

  /** How the process ended, in words; undefined while it runs. Asked after a failed connection, it waits for the end that is under way. */
  async ending(): Promise<string | undefined> {
    const running = this.#process;
    if (running === undefined) return undefined;
    let timer: NodeJS.Timeout | undefined;
    await Promise.race([running.exited, new Promise((resolve) => (timer = setTimeout(resolve, limits.endingMs)))]);
    clearTimeout(timer);
    return running.ending;
  }

  /** On the same port. A server that was not started here is only waited for. */
  async restart(): Promise<void> {
    if (this.#lock !== undefined) {
      await this.#process?.stop();
      return this.#runAgain(this.#lock);
    }
    const { baseUrl = '', startupTimeout = limits.startupTimeoutMs } = this.#options;
    const reason = await waitUntilReady({ urls: [baseUrl], timeoutMs: startupTimeout, failed: () => undefined });
    if (reason !== undefined) throw this.#startError(reason);
  }

  /** A connection of another program may have got the port meanwhile, and keeps it for a moment. */
  async #runAgain(lock: LockedPort): Promise<void> {
    const deadline = Date.now() + limits.restartMs;
    for (;;) {
      const reason = await this.#run(lock);
      if (reason === undefined) return;
      if (!this.#isTaken(reason) || Date.now() > deadline) throw this.#startError(reason);
      await this.#process?.stop();
      await new Promise((resolve) => setTimeout(resolve, limits.restartPauseMs));
    }
  }

  #isTaken(reason: string): boolean {
    const printed = this.#log.last(limits.shownLogEntries);
    return reason.includes(foreignListener) || printed.some((entry) => /\bEADDRINUSE\b| is in use by another process/.test(entry));
  }

  /** Ends the process and everything that it started. */
  async stop(): Promise<void> {
    await this.#process?.stop();
    this.#process = undefined;
    this.#lock?.release();
    this.#lock = undefined;
  }

  get #isDebugging(): boolean {
    const { DEBUG, DEBUG_SERVER } = process.env;
    return this.#options.logLevel === 'debug' || DEBUG === '1' || DEBUG_SERVER === '1';
  }

  async #startOnSomePort(): Promise<void> {
    const { port = 0, project } = this.#options;
    const tried = new Set<number>();
    for (let attempt = 1; ; attempt += 1) {
      const lock = port === 0 ? await lockFreePort(project, tried) : await lockPort(port);
      this.#lock = lock;
      tried.add(lock.port);
      const reason = await this.#runOrThrow(lock);
      if (reason === undefined) return;
      const isTaken = this.#isTaken(reason);
      await this.stop();
      if (port !== 0 || !isTaken || attempt === portAttempts) throw this.#startError(reason);
    }
  }

  async #runOrThrow(lock: LockedPort): Promise<string | undefined> {
    try {
      return await this.#run(lock);
    } catch (error) {
      await this.stop();
      throw error instanceof ServerStartError ? this.#startError(error.message) : error;
    }
  }

  /** Why it did not start; undefined when it did. */
  async #run({ file, port }: LockedPort): Promise<string | undefined> {
    const { baseUrl, server = '', startupTimeout = limits.startupTimeoutMs } = this.#options;
    const command = serverCommand(server, this.#cwd);
    if (this.#isDebugging) process.stderr.write(`[SERVER] $ ${command.join(' ')}\n`);
    const started = new GuardedProcess({ command, cwd: this.#cwd, env: this.#environment(port), lockFile: file, log: this.#log });
    this.#process = started;
    const urls = [`http://localhost:${port}`, ...(baseUrl === undefined ? [] : [baseUrl])];
    return waitUntilReady({ urls, timeoutMs: startupTimeout, failed: () => started.ending ?? foreignOwner(port, started.groupId) });
  }

  /** Read when the server starts, so that `beforeAll` can still change it. */
  #environment(port: number): Record<string, string | undefined> {
    const { auth, env, logLevel } = this.#options;
    return {
      ...process.env,
      ...(logLevel === undefined ? {} : { SERVICE_LOG_LEVEL: logLevel }),
      ...(auth?.mode === undefined ? {} : { SERVICE_TEST_AUTH_MODE: auth.mode }),
      ...(auth?.type === undefined ? {} : { SERVICE_TEST_AUTH_TYPE: auth.type }),
      ...env,
      PORT: String(port),
    };
  }

  #startError(reason: string): ServerStartError {
    const printed = this.#log.last(limits.shownLogEntries);
    return new ServerStartError(
      [texts.startFailed, reason, ...(printed.length === 0 ? [] : ['', 'Server output:', ...printed])].join('\n'),
    );
  }
}

const foreignListener = 'is listened on by another program';

/** The server's answer must be its own: while it fails to listen, another process on the port would answer instead. */
function foreignOwner(port: number, groupId: number | undefined): string | undefined {
  if (process.platform !== 'linux' || groupId === undefined) return undefined;
  const pid = findListeningPid(port);
  if (pid === undefined || groupOf(pid) === undefined || groupOf(pid) === groupId) return undefined;
  return `Port ${port} ${foreignListener} (pid ${pid})`;
}

/** The fifth field of /proc/<pid>/stat; the name before it may hold spaces and brackets. */
function groupOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2]);
  } catch {
    return undefined;
  }
}

function portOf(url: string): number {
  if (!URL.canParse(url)) return 0;
  const { port, protocol } = new URL(url);
  return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
}
