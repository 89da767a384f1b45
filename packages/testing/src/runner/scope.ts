import { TestTokenFactory } from '../auth/token-factory.ts';
import { checkOptions, mergeOptions, type UseOptions } from '../servers/server-options.ts';
import { endpointOf, ServerHandle } from '../servers/server-handle.ts';
import { TestServer } from '../servers/test-server.ts';
import { noteStarted } from './started-servers.ts';

/** A hook that takes fixtures. */
export type FixtureHook<F> = (fixtures: F) => unknown;

/** A running server with its tokens. */
export interface RunningServer {
  readonly handle: ServerHandle;
  readonly auth: TestTokenFactory;
}

/** A file or a `describe` block: its options, its hooks, and its server once a test needs one. */
export class Scope<F> {
  readonly parent: Scope<F> | undefined;
  readonly beforeEach: FixtureHook<F>[] = [];
  readonly afterEach: FixtureHook<F>[] = [];
  /** Why tests that follow in this block are skipped; undefined while they are not. */
  skipReason: string | undefined;
  readonly #calls: UseOptions[] = [];
  #running: Promise<RunningServer> | undefined;

  constructor(parent: Scope<F> | undefined) {
    this.parent = parent;
    this.skipReason = parent?.skipReason;
  }

  use(options: UseOptions): void {
    checkOptions(options);
    this.#calls.push(options);
  }

  /** The server of this block: its own where it has options, else that of the block around. */
  server(): Promise<RunningServer> {
    if (this.#calls.length === 0 && this.parent !== undefined) return this.parent.server();
    this.#running ??= start(mergeOptions(this.#allCalls()));
    return this.#running;
  }

  async stop(): Promise<void> {
    const running = await this.#running?.catch(() => undefined);
    this.#running = undefined;
    await running?.handle.stop();
  }

  /** From the outermost block to this one. */
  chain(): Scope<F>[] {
    return [...(this.parent?.chain() ?? []), this];
  }

  #allCalls(): UseOptions[] {
    return this.chain().flatMap((scope) => scope.#calls);
  }
}

async function start(options: UseOptions): Promise<RunningServer> {
  noteStarted(options);
  const handle = new ServerHandle(await TestServer.start(options), options);
  return { handle, auth: serverTokens(handle.info.baseUrl, options) };
}

/** Tokens as the server under test would issue them: its address is the issuer, its endpoint the audience. */
export function serverTokens(baseUrl: string, { entryPath, env }: UseOptions): TestTokenFactory {
  const issuer = (env?.['SERVICE_PUBLIC_URL'] ?? baseUrl).replace(/\/$/, '');
  const secret = env?.['JWT_SECRET'];
  return new TestTokenFactory({
    issuer,
    audience: endpointOf(issuer, entryPath).href.replace(/\/$/, ''),
    secret,
  });
}
