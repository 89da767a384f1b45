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

/** The value at a path of the same options. */
export type ValueOf = (path: string) => unknown;

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

/** Options of sign-in that change nothing, in every mode or in one. */
const unusedSignIn = (owner: 'app' | 'service'): readonly LaterOption[] => [
  ...later(owner, [
    ['auth.jwks', ownSecret],
    ['auth.signKey', ownSecret],
    ['auth.providerConfig.name', 'the provider is known by its address'],
    ['auth.providerConfig.registrationEndpoint', 'the server is registered at the provider by its operator'],
  ]),
  ...later(
    owner,
    ['id', 'authEndpoint', 'tokenEndpoint', 'userInfoEndpoint'].map((name) => [`auth.providerConfig.${name}`, noSignIn]),
    (valueOf) => valueOf('auth.mode') === 'transparent',
  ),
];

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
    ['transport.providerCaching', 'providers of scope context are built for each request'],
    ['transport.platformDetection', 'the platform is guessed by the rules that are built in'],
    ['http.hostFactory', 'the host that is built in listens'],
    ['extApps', 'no pages are served for tools'],
    ['ui', 'no pages are served for tools'],
    ['output.schemaMode', schemas, ['definition']],
    ['output.schemaDescriptionFormat', schemas, ['summary']],
    ['loader', 'no packages are loaded'],
    ['throttle.ipFilter.trustedProxyDepth', 'SERVICE_TRUST_PROXY says how many proxies are trusted', [1]],
  ]),
  ...later(
    'service',
    [['registry.publicKeyEnv', 'registry.publicKey is served']],
    (valueOf) => typeof valueOf('registry.publicKey') === 'string',
  ),
  ...later(
    'service',
    [
      ['registry.description', 'a server without registry.name has no listing'],
      ['registry.repository', 'a server without registry.name has no listing'],
    ],
    (valueOf) => valueOf('registry.name') === undefined,
  ),
  ...later('service', [['sqlite', 'redis is the store of the server']], (valueOf) => valueOf('redis') !== undefined),
  ...later('service', [['registry.aiCatalog', 'there is no card to link']], (valueOf) => valueOf('registry.serverCard') === false),
  ...later('service', [['transport.protocol.json', 'an answer is JSON when nothing is sent before it']]),
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

/** The warning, in the words of both. */
export const warningOf = ({ path, instead }: LaterOption): string => `"${path}" has no effect in this version: ${instead}`;
