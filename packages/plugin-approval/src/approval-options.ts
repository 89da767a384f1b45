import { checkPluginOptions, type HookCall, type PluginStorage, type RedisOptions, type SqliteOptions } from '@service/sdk/define';
import { isPublicHost, isRecord } from '@service/sdk/internal';
import type { ToolModel } from '@service/sdk/model';
import type { Store } from '@service/sdk/storage';
import type { ApprovalContext } from './requirement.ts';

/** A call that needs an approval. */
export type GuardedCall = HookCall<ToolModel>;

/** A value, or a promise of it. */
export type Awaitable<T> = T | Promise<T>;

/** Options of {@link ApprovalPlugin.init}. */
export interface ApprovalOptions {
  /**
   * Where approvals are kept: `auto` is the store of `@Service`, or memory where it has none.
   * @default 'auto'
   */
  readonly storage?:
    | 'auto'
    | 'memory'
    | {
        /** A Redis server. */
        readonly redis: RedisOptions;
      }
    | {
        /** A file. */
        readonly sqlite: SqliteOptions;
      };
  /** A store of one's own, in the place of `storage`. */
  readonly storageInstance?: Store;
  /** Before all keys in the store. @default 'approval' */
  readonly namespace?: string;
  /**
   * Who approves. `webhook` tells another system, which answers at `callbackPath`; `recheck` asks another system while the call waits. When
   * absent, the person behind the client is asked (elicitation), or code of the server grants with `this.approval`.
   */
  readonly mode?: 'recheck' | 'webhook';
  /** The system that `mode: 'recheck'` asks. */
  readonly recheck?: RecheckOptions;
  /** The system that `mode: 'webhook'` tells. */
  readonly webhook?: WebhookOptions;
  /**
   * Whether the person behind the client is asked, where the client can show a question. Never together with `mode`: then the other system
   * approves.
   * @default true
   */
  readonly elicit?: boolean;
  /** The context of a call, for the scope `context_specific` and for `preApprovedContexts`. */
  readonly contextResolver?: (call: GuardedCall) => Awaitable<ApprovalContext | undefined>;
  /** Writes a line to the log for everything that is asked, granted, denied, used and revoked. @default true */
  readonly enableAudit?: boolean;
  /** How many entries may stand between the client and a call (`this.callTool`) for which an approval holds. @default 3 */
  readonly maxDelegationDepth?: number;
  /** Seconds between two cleanings of the store; one instance cleans for all. @default 60 */
  readonly cleanupIntervalSeconds?: number;
}

/** How `mode: 'recheck'` asks. */
export interface RecheckOptions {
  /** Of the system: `https`, a public host, unless `allowPrivate` is set. */
  readonly url: string;
  /**
   * How the system knows the server: by the token of the caller (`jwt`), by a token of the server (`bearer`), not at all (`none`), or by
   * `headers` (`custom`).
   * @default 'none'
   */
  readonly auth?: 'jwt' | 'bearer' | 'none' | 'custom';
  /** Of `auth: 'bearer'`; the variable APPROVAL_RECHECK_TOKEN when absent. @secret */
  readonly token?: string;
  /** Of `auth: 'custom'`. */
  readonly headers?: (call: GuardedCall) => Awaitable<Readonly<Record<string, string>>>;
  /** Milliseconds between two questions. @default 2_000 */
  readonly interval?: number;
  /** Questions until the call is refused. @default 5 */
  readonly maxAttempts?: number;
  /** Lets `url` be a host that is not public, and `http`. @default false */
  readonly allowPrivate?: boolean;
}

/** How `mode: 'webhook'` tells. */
export interface WebhookOptions {
  /** Of the receiver: `https`, a public host, unless `allowPrivate` is set. */
  readonly url: string;
  /** At least 32 characters, with which requests to the receiver are signed; the variable APPROVAL_WEBHOOK_SECRET when absent. @secret */
  readonly secret?: string;
  /** Sends the token of the caller to the receiver (`Authorization`). @default false */
  readonly includeJwt?: boolean;
  /** Seconds in which the receiver may answer, and in which a denial holds. @default 300 */
  readonly challengeTtl?: number;
  /** Where the receiver answers. @default '/approvals' */
  readonly callbackPath?: string;
  /**
   * Shows requests at `callbackPath` to the person whose call it is, who signs in for it: the receiver sends them to
   * `<callbackUrl>?request=<codeChallenge>`. Needs `auth.mode` local or remote. The arguments of open requests are then kept in the store.
   * @default false
   */
  readonly page?: boolean;
  /** Under which the receiver reaches this server; the variable SERVICE_PUBLIC_URL when absent. */
  readonly publicUrl?: string;
  /** Lets `url` be a host that is not public, and `http`. @default false */
  readonly allowPrivate?: boolean;
}

/** What a bundle holds with one mode alone, and with the page of a webhook. */
export const modules = {
  page: '@service/plugin-approval/page',
  recheck: '@service/plugin-approval/recheck',
  webhook: '@service/plugin-approval/webhook',
} as const;

export const defaults = {
  namespace: 'approval',
  maxDelegationDepth: 3,
  cleanupIntervalSeconds: 60,
  interval: 2000,
  maxAttempts: 5,
  challengeTtl: 300,
  callbackPath: '/approvals',
} as const;

const flag = (value: unknown): string | undefined => (typeof value === 'boolean' ? undefined : 'true or false');
const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? undefined : 'a text');
const whole =
  (min: number, max: number, unit = '') =>
  (value: unknown): string | undefined =>
    Number.isSafeInteger(value) && Number(value) >= min && Number(value) <= max ? undefined : `a whole number${unit} from ${min} to ${max}`;
const isFunction = (value: unknown): string | undefined => (typeof value === 'function' ? undefined : 'a function of the call');

/** @throws {ServiceError} INVALID_DECORATOR_METADATA with every fault, one a line */
export function checkApprovalOptions(options: object): void {
  const mode: unknown = Reflect.get(options, 'mode');
  const inMode = (name: string, value: unknown): string | undefined =>
    mode !== name ? `left out: it is read with mode "${name}" alone` : isRecord(value) ? undefined : 'an object with "url"';
  const given = Object.entries({
    ...options,
    ...(mode === 'recheck' || mode === 'webhook' ? { [mode]: (Reflect.get(options, mode) as unknown) ?? null } : {}),
  }).flatMap(([name, value]) => [
    [name, value] as const,
    ...((name === 'recheck' || name === 'webhook') && isRecord(value) ? membersOf(name, value) : []),
  ]);
  checkPluginOptions('approval', Object.fromEntries(given), {
    storage: (value) =>
      value === 'auto' || value === 'memory' || (isRecord(value) && ('redis' in value || 'sqlite' in value))
        ? undefined
        : '"auto", "memory", { redis } or { sqlite }',
    storageInstance: (value) => (isRecord(value) && typeof value['compareAndSet'] === 'function' ? undefined : 'a store'),
    namespace: (value) => (typeof value === 'string' && /^[\w.-]{1,64}$/.test(value) ? undefined : '1 to 64 letters, digits, _ . and -'),
    mode: (value) => (value === 'recheck' || value === 'webhook' ? undefined : '"recheck" or "webhook"'),
    recheck: (value) => inMode('recheck', value),
    webhook: (value) => inMode('webhook', value),
    elicit: (value) => (value === true && mode !== undefined ? 'left out: with a mode another system approves' : flag(value)),
    contextResolver: isFunction,
    enableAudit: flag,
    maxDelegationDepth: whole(0, 100),
    cleanupIntervalSeconds: whole(1, 86_400, ' of seconds'),
    ...recheckRules(Reflect.get(options, 'recheck')),
    ...webhookRules(Reflect.get(options, 'webhook')),
  });
}

/** `url` is checked although it is missing. */
const membersOf = (group: string, value: Readonly<Record<string, unknown>>): readonly (readonly [string, unknown])[] =>
  Object.entries({ ...value, url: value['url'] ?? null }).map(([name, member]) => [`${group}.${name}`, member] as const);

const recheckRules = (given: unknown) => ({
  'recheck.url': (value: unknown) => addressProblem(value, given),
  'recheck.auth': (value: unknown) =>
    ['jwt', 'bearer', 'none', 'custom'].includes(String(value)) ? undefined : '"jwt", "bearer", "none" or "custom"',
  'recheck.token': text,
  'recheck.headers': isFunction,
  'recheck.interval': whole(10, 60_000, ' of milliseconds'),
  'recheck.maxAttempts': whole(1, 100),
  'recheck.allowPrivate': flag,
});

const webhookRules = (given: unknown) => ({
  'webhook.url': (value: unknown) => addressProblem(value, given),
  'webhook.secret': (value: unknown) =>
    typeof value === 'string' && value.length >= minSecret ? undefined : `at least ${minSecret} characters`,
  'webhook.includeJwt': flag,
  'webhook.challengeTtl': whole(1, 86_400, ' of seconds'),
  'webhook.callbackPath': (value: unknown) =>
    typeof value === 'string' && /^\/[\w/.-]*$/.test(value) ? undefined : 'a path that begins with /',
  'webhook.page': flag,
  'webhook.publicUrl': (value: unknown) => (isAddress(value) ? undefined : 'an address of http or https'),
  'webhook.allowPrivate': flag,
});

export const minSecret = 32;

const isAddress = (value: unknown): value is string => typeof value === 'string' && /^https?:\/\//i.test(value) && URL.canParse(value);

/** Requests with tokens and proofs go to one host that the author wrote, and not into an inner network by mistake. */
function addressProblem(value: unknown, group: unknown): string | undefined {
  if (!isAddress(value)) return 'an address of https';
  const { hostname, password, protocol, username } = new URL(value);
  if (username !== '' || password !== '') return 'an address without a name and a password';
  if (isRecord(group) && group['allowPrivate'] === true) return undefined;
  if (protocol !== 'https:') return 'an address of https, or allowPrivate must be true';
  return isPublicHost(hostname) ? undefined : 'of a public host, or allowPrivate must be true';
}

/** Where approvals are kept. */
export const storageOf = ({ storage = 'auto', storageInstance }: ApprovalOptions): PluginStorage =>
  storageInstance === undefined ? storage : { open: () => storageInstance };
