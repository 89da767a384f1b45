import {
  DynamicPlugin,
  type EndpointVisit,
  type InitFactory,
  Plugin,
  type PluginHooks,
  type PluginHost,
  type PluginRoute,
  type Registration,
  type Token,
} from '@service/sdk/define';
import { ServiceError } from '@service/sdk/errors';
import { configInvalid } from '@service/sdk/internal';
import { Access, challenge } from './access.ts';
import { Board } from './board.ts';
import {
  checkDashboardOptions,
  type DashboardOptions,
  type DashboardSettings,
  endpointPath,
  isToken,
  tokenRule,
} from './dashboard-options.ts';
import { graph, listResources, listTools } from './dashboard-tools.ts';
import { isOpenToAll, signInOf } from './graph.ts';
import { Page, type PageScripts } from './page.ts';
import { processSettings, registerOptions, takeWarnings } from './process-options.ts';

interface Started {
  readonly page: Page;
  readonly access: Access | undefined;
  readonly isEnabled: boolean;
  /** Of the server: the endpoint tells of apps whose callers sign in, and the sign-in of the server does not keep others away. */
  readonly needsToken: boolean;
}

/**
 * Shows what a server is made of: a page at `/dashboard`, and an MCP endpoint of three tools at the same path.
 *
 * @example
 * const add = tool({ name: 'add', description: 'Adds.' })(() => 2);
 *
 * \@Service({ info: { name: 'sums', version: '1.0.0' }, tools: [add], plugins: [DashboardPlugin] })
 * class Server {}
 */
@Plugin({ name: 'dashboard', entryPrefix: 'dashboard', tools: [graph, listTools, listResources], providers: [Board] })
export class DashboardPlugin extends DynamicPlugin<DashboardOptions> implements PluginHooks {
  #started: Started | undefined;

  constructor(options?: DashboardOptions) {
    super(options);
    // Those of a factory are known now; the bare class says nothing of options.
    if (Object.keys(this.options).length > 0) registerOptions(this.options);
  }

  static readonly checkOptions = checkDashboardOptions;

  /**
   * A registration with options, which hold for the whole process.
   * @throws {ServiceError} CONFIG_INVALID with `auth.enabled` and no token, and for another `auth` than an earlier call had
   */
  static override init<Options, const Tokens extends readonly Token[] = readonly []>(
    this: abstract new (options: Options) => DynamicPlugin<Options>,
    options?: Options | InitFactory<Options, Tokens>,
  ): Registration {
    const given: object = options ?? {};
    if (!('useFactory' in given)) registerOptions(given);
    return super.init(options);
  }

  static endpoint(): string {
    return endpointPath;
  }

  static routes(): readonly PluginRoute[] {
    return [{ method: 'GET', path: processSettings().basePath }];
  }

  /** The script of the page is in a bundle only where the page uses it. */
  static modules(): readonly string[] {
    const { cdn } = processSettings();
    if (cdn !== 'self' && cdn.entrypoint !== undefined) return [];
    return [scriptModule(cdn === 'self')];
  }

  async onStart(host: PluginHost): Promise<void> {
    const { auth, basePath, cdn, enabled } = processSettings();
    refuseUnplanned(host);
    for (const warning of takeWarnings()) host.logger.warn(warning);
    const isEnabled = enabled ?? !host.isProduction;
    const token = isEnabled ? tokenOf(auth, host) : undefined;
    if (isEnabled && token === undefined && host.isReachable)
      host.logger.warn(
        'the dashboard is on, and everybody who reaches this server may see it: set auth of DashboardPlugin.init, or NODE_ENV=production',
      );
    if (token !== undefined && token.length < minToken)
      host.logger.warn(
        `the token of the dashboard has fewer than ${minToken} characters and can be guessed: make one with "openssl rand -base64 32"`,
      );
    const board = host.resolver.get(Board);
    board.attach(host);
    const [name] = DashboardPlugin.modules();
    const scripts = name === undefined ? undefined : ((await host.module(name)) as PageScripts);
    const key = token === undefined ? undefined : await host.deriveKey('cookie', token);
    const access = token === undefined || key === undefined ? undefined : new Access({ token, key, now: host.now, basePath });
    const page = await Page.create({ access, board, cdn, scripts, endpoint: host.entryPath });
    const needsToken = signInOf(host.model.options.rest['auth']) === undefined && !isOpenToAll(host.model);
    this.#started = { page, access, isEnabled, needsToken };
  }

  async onRequest(request: Request): Promise<Response> {
    const { isEnabled, page } = this.#running();
    return isEnabled ? page.answer(request) : new Response('Not Found', { status: 404 });
  }

  async onEndpoint(visit: EndpointVisit): Promise<Response | undefined> {
    const { access, isEnabled, needsToken } = this.#running();
    if (!isEnabled) return new Response('The Service dashboard is disabled.', { status: 404 });
    if (access === undefined && needsToken)
      return Response.json(
        { error: 'Unauthorized', message: 'An app of this server has a sign-in: set auth of DashboardPlugin.init' },
        { status: 401, headers: challenge },
      );
    if (access === undefined || (await access.admitsEndpoint((name) => visit.header(name)))) return undefined;
    return Response.json(
      { error: 'Unauthorized', message: 'Send the token of the dashboard as Authorization: Bearer, or as X-Service-Dashboard-Token' },
      { status: 401, headers: challenge },
    );
  }

  #running() {
    if (this.#started === undefined) throw new ServiceError('SERVER_ERROR', 'plugin "dashboard" has not started');
    return this.#started;
  }
}

/**
 * The path of the page and its script are in the model, which a build makes before a factory is asked.
 * @throws {ServiceError} CONFIG_INVALID
 */
function refuseUnplanned({ model }: PluginHost): void {
  const planned = model.plugins.find(({ endpoint }) => endpoint === endpointPath);
  const isAsPlanned = (brought: readonly string[], of: readonly string[] = []): boolean => brought.join() === of.join();
  const paths = planned?.routes?.map(({ path }) => path);
  if (!isAsPlanned([processSettings().basePath], paths) || !isAsPlanned(DashboardPlugin.modules(), planned?.modules))
    throw configInvalid(
      'DashboardPlugin: a build must know basePath and cdn, and "useFactory" computes them at start: a factory may decide enabled and auth',
    );
}

/** Characters of a token that nobody guesses. */
const minToken = 16;

/** @throws {ServiceError} CONFIG_INVALID where the variable does not hold a token */
function tokenOf(auth: DashboardSettings['auth'], host: PluginHost): string | undefined {
  if (auth === undefined || 'token' in auth) return auth?.token;
  const token = host.variable(auth.variable)?.trim();
  if (isToken(token)) return token;
  throw configInvalid(`DashboardPlugin: set the variable ${auth.variable}, which auth.tokenEnv names, to ${tokenRule}`);
}

const scriptModule = (isSelf: boolean): string => `@service/plugin-dashboard/page/${isSelf ? 'self' : 'hosted'}`;
