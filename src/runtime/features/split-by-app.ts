import { declaredAs, Service, type AnyClass, type ServerMetadata } from '../define/index.ts';
import { configInvalid } from '../errors/index.ts';
import { innerPath, rootDocuments } from '../http/sign-in-paths.ts';
import { issuerPath, splitProblems, type SplitAuth } from '../options/split-problems.ts';
import { fieldsOf, listOf, takeAll } from '../std/index.ts';
import { DelegatedExchange } from '../web/delegated-exchange.ts';
import type { HttpExchange, HttpHandler } from '../web/exchange.ts';
import type { Application, Mount, OpenPart } from './application/application.ts';
import { checkMounts } from './application/check-mounts.ts';
import { declaredApps, type DeclaredApp } from './application/declared-apps.ts';
import { defineFeature } from './application/define-feature.ts';

type Options = Readonly<Record<string, unknown>>;

/** Apps with an endpoint of their own (`splitByApp`, `standalone`), each with its own auth; over stdio they stay one server. */
export const splitByApp = defineFeature('split-by-app', () => ({}), {
  mounting: (server: AnyClass, open: OpenPart): Promise<Application> | undefined => {
    const options = declaredAs('server', server)?.options;
    const parts = options === undefined ? undefined : planParts(options);
    return parts === undefined ? undefined : openParts(parts, open);
  },
});

/** What is declared for each endpoint. */
interface Parts {
  /** The server without the parts that have an endpoint of their own. */
  readonly front: AnyClass;
  /** False: nothing is left for an endpoint of the server's own. */
  readonly servesFront: boolean;
  readonly scopes: readonly Scope[];
  /** Of the server, as written. */
  readonly options: Options;
}

interface Scope {
  readonly id: string;
  readonly server: AnyClass;
  /** Path of its `auth.local.issuer`. */
  readonly issuerPath: string | undefined;
}

interface MountedScope extends Pick<Scope, 'id' | 'issuerPath'> {
  /** Where it is: `<entry path>/<app id>`. */
  readonly prefix: string;
  readonly application: Application;
}

async function openParts({ options, scopes, servesFront, ...parts }: Parts, open: OpenPart): Promise<Application> {
  const front = await open(parts.front, servesFront ? undefined : endpointless);
  const base = front.entryPath === '/' ? '' : front.entryPath;
  const mounted = scopes.map((scope) => ({ ...scope, prefix: `${base}/${scope.id}` }));
  const opened: MountedScope[] = [];
  await orEnd([front, opened], async () => {
    checkMounts(mounted, options, servesFront ? front.entryPath : undefined);
    for (const { id, issuerPath, prefix, server } of mounted) {
      opened.push({ id, prefix, issuerPath, application: await open(server, mountAt(prefix)) });
      front.logger.info(`app ${id} has its endpoint at ${prefix}`);
    }
  });
  return join(front, opened);
}

type Opened = readonly [front: Application, scopes: readonly MountedScope[]];

/** Does something with all parts, or ends those that there are: who could not start is tried again, and would run beside what was left of itself. */
async function orEnd([front, scopes]: Opened, begin: () => Promise<void>): Promise<void> {
  try {
    await begin();
  } catch (failure) {
    // What came of it is not why the server does not start.
    await endAll([front, scopes]).catch((other: unknown) =>
      front.logger.warn('a part of the server could not be ended', { failure: other }),
    );
    throw failure;
  }
}

const endAll = ([front, scopes]: Opened): Promise<void> =>
  takeAll([front, ...scopes.map(({ application }) => application)].toReversed().map((application) => () => application.close()));

/** Everything but an endpoint is served: no request has this path. */
const endpointless: Mount = (settings) => ({ ...settings, entryPath: '' });

/** Settings of a part that has its endpoint elsewhere. Its public address is the endpoint, so that what is for one is for no other. */
const mountAt =
  (prefix: string): Mount =>
  (settings) => {
    const publicUrl = settings.publicUrl === undefined ? undefined : `${settings.publicUrl}${prefix}`;
    return { ...settings, entryPath: prefix, mount: prefix, publicUrl };
  };

/** @throws {ServiceError} CONFIG_INVALID for what no endpoint would serve, and for an issuer of two endpoints */
function planParts(options: Options): Parts | undefined {
  const all = options['splitByApp'] === true;
  const apps = declaredApps(options);
  const split = apps.filter((app) => all || isStandalone(app));
  const lists = ['tools', 'resources', 'resourceTemplates', 'prompts', 'skills'];
  const own = lists.filter((list) => listOf(options[list]).length > 0);
  checkSplit(options, apps, own);
  if (split.length === 0) return undefined;
  const left = apps.filter((app) => !split.includes(app) || app.options['standalone'] === 'includeInParent');
  const servesFront = left.length > 0 || own.length > 0;
  return {
    options,
    servesFront,
    front: serverWith(options, {
      apps: left.map(({ item }) => item),
      // Without an endpoint there is no pair of paths beside it either.
      ...(servesFront ? {} : { transport: withoutPair(fieldsOf(options['transport'])) }),
    }),
    scopes: split.map((app) => ({
      id: app.id,
      server: scopeOf(options, app, lists),
      issuerPath: issuerPath(authOf(app.options) ?? authOf(options) ?? {}),
    })),
  };
}

function checkSplit(options: Options, apps: readonly DeclaredApp[], ownLists: readonly string[]): void {
  const problems = splitProblems({
    splitByApp: options['splitByApp'] === true,
    auth: authOf(options),
    ownLists,
    apps: apps.map((app) => ({
      label: `app "${String(app.options['name'])}"`,
      standalone: app.options['standalone'],
      auth: authOf(app.options),
    })),
  });
  if (problems.length === 0) return;
  const lines = problems.map(({ label, option, problem }) => `${label}: "${option}": ${problem}`);
  throw configInvalid(lines.join('\n'));
}

const authOf = ({ auth }: Options): SplitAuth | undefined => (typeof auth === 'object' && auth !== null ? auth : undefined);

function withoutPair(transport: Options): Options {
  const { protocol } = transport;
  return { ...transport, protocol: { ...(typeof protocol === 'string' ? { preset: protocol } : fieldsOf(protocol)), legacy: false } };
}

const isStandalone = ({ options }: DeclaredApp): boolean => options['standalone'] === true || options['standalone'] === 'includeInParent';

/** One app as a server: the options of the server, nothing of the other apps, and its own auth where it has one. */
function scopeOf(options: Options, app: DeclaredApp, lists: readonly string[]): AnyClass {
  const auth = app.options['auth'] ?? options['auth'];
  return serverWith(options, {
    ...Object.fromEntries(lists.map((list) => [list, []])),
    apps: [app.item],
    ...(auth === undefined ? {} : { auth }),
    // The server's own, and served once.
    http: { ...fieldsOf(options['http']), routes: [] },
    metrics: undefined,
    registry: undefined,
  });
}

function serverWith(options: Options, change: Options): AnyClass {
  const server = class {};
  const given: unknown = { ...options, ...change, splitByApp: false, serve: false };
  if (isMetadata(given)) Service(given)(server);
  return server;
}

/** The options of a server that was declared already. */
const isMetadata = (value: unknown): value is ServerMetadata => typeof value === 'object' && value !== null && 'info' in value;

/** One handler for all: what belongs to an app goes to it, everything else to the front. */
function join(front: Application, scopes: readonly MountedScope[]): Application {
  const all = [front, ...scopes.map(({ application }) => application)];
  const documents = new Map(scopes.flatMap(({ application, issuerPath: path }) => documentsOf(application, path)));
  const handle: HttpHandler = (exchange) => {
    for (const { application, prefix } of scopes) {
      const path = innerPath(exchange.path, prefix);
      if (path !== undefined) return application.handle(path === exchange.path ? exchange : new InnerExchange(exchange, path));
    }
    return (documents.get(exchange.path.replace(/\/$/, '')) ?? front).handle(exchange);
  };
  // There is one `/readyz` for all.
  for (const { application, id } of scopes)
    front.probes.push(...application.probes.map((probe) => ({ ...probe, name: `${id}: ${probe.name}` })));
  return {
    ...front,
    handle,
    start: () =>
      orEnd([front, scopes], async () => {
        for (const application of all) await application.start();
      }),
    drain: () => all.forEach((application) => application.drain()),
    close: () => endAll([front, scopes]),
  };
}

/** Metadata whose path is that of a public address or of an issuer, and not where the app is mounted (RFC 8414 section 3). */
function documentsOf(application: Application, issuer: string | undefined): (readonly [path: string, Application])[] {
  const { publicUrl } = application.http;
  const address = publicUrl === undefined ? undefined : new URL(publicUrl).pathname.replace(/\/$/, '');
  const [resource, server] = rootDocuments;
  return [
    ...(address === undefined ? [] : [[`${resource}${address}`, application] as const]),
    ...(issuer === undefined && address === undefined ? [] : [[`${server}${issuer ?? address ?? ''}`, application] as const]),
  ];
}

class InnerExchange extends DelegatedExchange {
  readonly #path: string;

  constructor(received: HttpExchange, path: string) {
    super(received);
    this.#path = path;
  }
  override get path(): string {
    return this.#path;
  }
}
