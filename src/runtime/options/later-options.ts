import type { OptionOwner } from './option-row.ts';
import { valueAt } from './value-at.ts';

/** An option that this version accepts by shape and does not serve. It leaves the table with the change that serves it. */
export interface LaterOption {
  readonly owner: OptionOwner;
  readonly path: string;
  /** Refused, not only warned about: without it the server would be less protected than declared. */
  readonly refused?: true;
  /** Whether it has no use beside the other options; absent: never. */
  readonly when?: (valueOf: ValueOf) => boolean;
  /** What the server does without it. */
  readonly instead: string;
  /** Values that ask for nothing. */
  readonly neutral: readonly unknown[];
}

/** The value at a path of the same options; `notKnown` for one that only the start knows. */
export type ValueOf = (path: string) => unknown;

/** Stands for a value that is there, or may be there, and cannot be read from the sources: no condition holds for it. */
export const notKnown: unique symbol = Symbol('not known');

type Short = readonly [path: string, instead: string, neutral?: readonly unknown[]];

const later = (owner: OptionOwner, rows: readonly Short[], when?: LaterOption['when']): readonly LaterOption[] =>
  rows.map(([path, instead, neutral = [false]]) => ({ owner, path, instead, neutral, ...(when === undefined ? {} : { when }) }));

/** Refused options: an option that looks like a guard and has no effect would leave the entry open. */
const refused = (owner: OptionOwner, rows: readonly Short[]): readonly LaterOption[] =>
  rows.map(([path, instead, neutral = []]) => ({ owner, path, refused: true, instead, neutral }));

/** Documented lists that this version does not serve. */
const leftOut: readonly Short[] = ['agents', 'jobs', 'workflows', 'channels'].map((list) => [list, 'they would be left out', [false]]);

const ownSecret = 'tokens are signed with JWT_SECRET';
const noSignIn = 'this mode only checks tokens of the provider and has no sign-in of its own';
const byOperator = 'the server is registered at the provider by its operator';
const nobodyAnonymous = 'no caller is anonymous';

type Condition = NonNullable<LaterOption['when']>;

const isMode =
  (...modes: readonly string[]): Condition =>
  (valueOf) =>
    modes.some((mode) => mode === valueOf('auth.mode'));

const isAbsent = (value: unknown): boolean => value === undefined || (Array.isArray(value) && value.length === 0);

const isGiven = (value: unknown): boolean => value !== undefined && value !== notKnown;

/** Neither anonymous tokens nor callers without a token. */
const hasNoAnonymous: Condition = (valueOf) =>
  (isMode('local', 'remote')(valueOf) && [undefined, false].some((off) => off === valueOf('auth.allowDefaultPublic'))) ||
  (isMode('transparent')(valueOf) && [undefined, false].some((off) => off === valueOf('auth.allowAnonymous')));

const isBelieved: Condition = (valueOf) => isMode('local')(valueOf) && valueOf('auth.authenticate') === undefined;

/** Options of sign-in that change nothing, in every mode or in one. */
const unusedByMode = (owner: 'app' | 'service'): readonly LaterOption[] => [
  ...later(owner, [
    ['auth.jwks', ownSecret],
    ['auth.signKey', ownSecret],
    ['auth.local.jwks', ownSecret],
    ['auth.local.signKey', ownSecret],
    ['auth.providerConfig.name', 'the provider is known by its address'],
    ['auth.providerConfig.registrationEndpoint', byOperator],
    ['auth.providerConfig.dcrEnabled', byOperator],
  ]),
  ...later(
    owner,
    [
      ...['id', 'authEndpoint', 'tokenEndpoint', 'userInfoEndpoint'].map((name): Short => [`auth.providerConfig.${name}`, noSignIn]),
      ['auth.clientId', noSignIn],
      ['auth.clientSecret', noSignIn],
      ['auth.requireAudience', 'the audience of a token is always checked', [true]],
    ],
    isMode('transparent'),
  ),
  ...later(
    owner,
    [
      ['auth.anonymousScopes', nobodyAnonymous],
      ['auth.publicAccess', nobodyAnonymous],
    ],
    hasNoAnonymous,
  ),
];

/** Options of sign-in that others turn off. */
const unusedBeside = (owner: 'app' | 'service'): readonly LaterOption[] => [
  ...later(owner, [['auth.login.subject', 'the subject is made from the email address']], isBelieved),
  ...later(
    owner,
    [['auth.anonymousSubject', 'every sign-in names an email address']],
    (valueOf) => isBelieved(valueOf) && [undefined, true].some((on) => on === valueOf('auth.requireEmail')),
  ),
  ...later(
    owner,
    [['auth.requireEmail', 'auth.authenticate decides about the fields of auth.login.fields', [true]]],
    (valueOf) => isGiven(valueOf('auth.authenticate')) && isGiven(valueOf('auth.login.fields')),
  ),
  ...later(
    owner,
    [['auth.login.subject.fromField', 'only the strategy per-account makes the subject from a field']],
    (valueOf) => valueOf('auth.login.subject.strategy') === 'per-session',
  ),
  ...later(owner, [['auth.login.logoUri', 'auth.login.logo is shown']], (valueOf) => isGiven(valueOf('auth.login.logo'))),
  ...later(
    owner,
    ['title', 'subtitle'].map((name) => [`auth.login.${name}`, 'auth.login.render prints the page']),
    (valueOf) => isGiven(valueOf('auth.login.render')),
  ),
  ...later(
    owner,
    [['auth.consent', 'no consent is asked for without auth.consent.enabled: true']],
    (valueOf) => valueOf('auth.consent.enabled') === undefined,
  ),
  ...later(
    owner,
    [
      ['auth.federatedAuth', 'auth.providers lists no provider'],
      ['auth.refresh', 'no provider gives tokens that could be renewed'],
    ],
    (valueOf) => isMode('local')(valueOf) && isAbsent(valueOf('auth.providers')),
  ),
  ...later(owner, [['auth.cimd.network.maxRedirects', 'redirects are not followed']], (valueOf) =>
    [undefined, 'deny'].some((policy) => policy === valueOf('auth.cimd.network.redirectPolicy')),
  ),
];

const unusedSignIn = (owner: 'app' | 'service'): readonly LaterOption[] => [...unusedByMode(owner), ...unusedBeside(owner)];

const schemas = 'output schemas are listed as they are';

/** Every such option: guards are refused, the rest is warned about. */
export const laterOptions: readonly LaterOption[] = [
  ...refused(
    'service',
    leftOut.filter(([list]) => list !== 'workflows'),
  ),
  ...refused('app', leftOut),
  ...refused('service', [
    ['tasks.cliRunnerCommand', 'tasks run in the process of the server'],
    ['tasks.strict', 'a task is kept and answered as its client negotiated it', [false]],
  ]),
  ...later('service', [
    ['transport.providerCaching', 'providers of scope context are built for each request; scope global keeps one'],
    ['transport.platformDetection', 'the platform is guessed by the rules that are built in; read `this.clientInfo` for others'],
    ['extApps', 'no pages are served for tools'],
    ['ui', 'no pages are served for tools'],
    ['output.schemaMode', schemas, ['definition']],
    ['output.schemaDescriptionFormat', schemas, ['summary']],
    ['throttle.ipFilter.trustedProxyDepth', 'SERVICE_TRUST_PROXY says how many proxies are trusted', [1]],
  ]),
  ...later('service', [['registry.publicKeyEnv', 'registry.publicKey is served']], (valueOf) => isGiven(valueOf('registry.publicKey'))),
  ...later(
    'service',
    [
      ['registry.description', 'a server without registry.name has no listing'],
      ['registry.repository', 'a server without registry.name has no listing'],
    ],
    (valueOf) => valueOf('registry.name') === undefined,
  ),
  ...later('service', [['sqlite', 'redis is the store of the server']], (valueOf) => isGiven(valueOf('redis'))),
  ...later('service', [['registry.aiCatalog', 'there is no card to link']], (valueOf) => valueOf('registry.serverCard') === false),
  ...later('service', [['transport.protocol.json', 'an answer is JSON when nothing is sent before it', []]]),
  ...later(
    'service',
    [['http.securityHeaders.csp', 'no policy is sent until http.securityHeaders.csp.enabled or SERVICE_CSP_ENABLED is true']],
    (valueOf) => valueOf('http.securityHeaders.csp.enabled') === undefined,
  ),
  ...later(
    'service',
    [['http.securityHeaders.csp.enabled', 'no policy is sent until http.securityHeaders.csp.directives or SERVICE_CSP_DIRECTIVES has one']],
    (valueOf) => valueOf('http.securityHeaders.csp.directives') === undefined,
  ),
  ...later(
    'service',
    [['throttle.ipFilter.allowList', 'every other address may call too, until throttle.ipFilter.defaultAction is "deny"']],
    (valueOf) => [undefined, 'allow'].some((action) => action === valueOf('throttle.ipFilter.defaultAction')),
  ),
  ...later('service', [['metrics', 'they are off without metrics.enabled: true']], (valueOf) => valueOf('metrics.enabled') === undefined),
  ...later(
    'service',
    [['transport.eventStore', 'no events are kept without transport.eventStore.enabled: true']],
    (valueOf) => valueOf('transport.eventStore.enabled') === undefined,
  ),
  ...later(
    'service',
    ['credentials', 'maxAge'].map((name) => [`http.cors.${name}`, 'http.cors.origin lets no page call']),
    (valueOf) => valueOf('http.cors.origin') === false,
  ),
  ...later(
    'service',
    [
      ['http.port', 'the server listens on http.socketPath'],
      ['http.security.bindAddress', 'the server listens on http.socketPath'],
    ],
    (valueOf) => isGiven(valueOf('http.socketPath')),
  ),
  ...later(
    'service',
    [['pagination.tools.pageSize', 'all tools are on one page', []]],
    (valueOf) => valueOf('pagination.tools.mode') === false,
  ),
  ...later(
    'service',
    [['pagination.tools.autoThreshold', 'only the mode "auto" looks at the number of tools', []]],
    (valueOf) => typeof valueOf('pagination.tools.mode') === 'boolean',
  ),
  ...later(
    'service',
    ['sse', 'streamable'].map((flag) => [`transport.protocol.${flag}`, 'a server with sessions has streams of its own', [true]]),
    (valueOf) => valueOf('transport.protocol.stateless') !== true && valueOf('transport.protocol.preset') !== 'stateless-api',
  ),
  ...unusedSignIn('service'),
  ...unusedSignIn('app'),
  ...later('app', [
    ['output.schemaMode', schemas, ['definition']],
    ['output.schemaDescriptionFormat', schemas, ['summary']],
  ]),
  ...later('tool', [['execution.taskStart', 'no call of it runs as a task without execution.taskSupport', ['call']]], (valueOf) =>
    [undefined, 'forbidden'].some((support) => support === valueOf('execution.taskSupport')),
  ),
  ...later('tool', [['hideFromDiscovery', 'visibility decides']], (valueOf) => isGiven(valueOf('visibility'))),
  ...later('tool', [['rawInputSchema', 'inputSchema describes and checks the arguments']], (valueOf) => isGiven(valueOf('inputSchema'))),
  ...later('tool', [
    ['ui', 'no page is shown with its result'],
    ['output.schemaMode', schemas, ['definition']],
    ['output.schemaDescriptionFormat', schemas, ['summary']],
  ]),
];

/** Options of one decorator that this version does not serve. */
export function unservedOptions(owner: OptionOwner, options: unknown): readonly LaterOption[] {
  return laterOptions.filter((row) => {
    if (row.owner !== owner || row.when?.((path) => valueAt(options, path)) === false) return false;
    const value = valueAt(options, row.path);
    return value !== undefined && !row.neutral.includes(value) && !(Array.isArray(value) && value.length === 0);
  });
}

/** The refusal, in the words of both the compiler and the start. */
export const refusalOf = ({ path, instead }: LaterOption): string =>
  `"${path}" is not served by this version: without it ${instead}, so remove it or use a version that serves it`;

/** What a warning says of it: an option that others turn off is served. */
export const noEffectOf = ({ instead, when }: Pick<LaterOption, 'instead' | 'when'>): string =>
  `has no effect${when === undefined ? ' in this version' : ' here'}: ${instead}`;

/** The warning, in the words of both. */
export const warningOf = (option: LaterOption): string => `"${option.path}" ${noEffectOf(option)}`;
