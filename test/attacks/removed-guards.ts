import type { GuardAttack } from './guard-attacks.ts';

/** A guard of approvals or flags, and the attacks that get through without it. */
export interface RemovedGuard {
  readonly name: string;
  /** The bundle that has it. */
  readonly server: 'guarded' | 'paged';
  /** Texts of an unminified bundle, and what stands there without the guard. */
  readonly without: readonly (readonly [guard: string, instead: string])[];
  readonly opens: (attack: GuardAttack) => boolean;
}

const named =
  (...names: readonly string[]): RemovedGuard['opens'] =>
  ({ kind, name, plugin }) =>
    plugin === 'approval' && kind !== 'page' && names.includes(name);
const onPage =
  (...names: readonly string[]): RemovedGuard['opens'] =>
  ({ kind, name }) =>
    kind === 'page' && names.includes(name);

const isFlagList = ({ name }: GuardAttack): boolean => /\blist\b|\/list$/.test(name);
const isListedByTemplate = ({ name }: GuardAttack): boolean => name === 'what it lists';

/** What the browser of anybody has is what every browser has. */
const sharedCookies = [
  [
    'const value = await (await this.#seal()).seal(JSON.stringify(held), place);',
    'const value = await (await this.#seal()).seal(JSON.stringify(held), place); (globalThis.held ??= {})[place] = held;',
  ],
  [
    'for (const value of readCookie(exchange, cookieAt(address, place).name)',
    'if (globalThis.held?.[place]) return globalThis.held[place]; for (const value of readCookie(exchange, cookieAt(address, place).name)',
  ],
] as const;

const isOver = [
  ['waiting.expiresAt <= this.#now() ? void 0', 'false ? void 0'],
  ['JSON.stringify(waiting), life)', 'JSON.stringify(waiting), {})'],
  ['next, ...life })', 'next })'],
] as const;
const decidedOnce = [['if (!await this.#store.compareAndSet(name, { expected: text, next: void 0 })) return false;', '']] as const;
const isOwner = [['waiting.owner.user !== await personHash(principal)', 'false']] as const;

/** Together they open every row of the table. */
export const removedGuards: readonly RemovedGuard[] = [
  {
    name: 'calls of tools with an approval are stopped',
    server: 'guarded',
    without: [['if (requirement === void 0) return next();', 'if (true) return next();']],
    opens: ({ kind, name, plugin }) =>
      plugin === 'approval' && kind !== 'page' && (/^a (call|batch|task|resumed)/.test(name) || name.startsWith('an answer to')),
  },
  {
    name: 'the flag of an entry admits its use',
    server: 'guarded',
    without: [['if (ref === void 0 || await this.#isOn(use, ref)) return;', 'return;']],
    opens: (attack) => attack.plugin === 'flags' && !isFlagList(attack) && !isListedByTemplate(attack),
  },
  {
    name: 'the flag of an entry lists it',
    server: 'guarded',
    without: [['return ref === void 0 || this.#isOn(call, ref);', 'return true;']],
    opens: (attack) => attack.plugin === 'flags' && isFlagList(attack),
  },
  {
    name: 'the flag of a template admits and lists what it lists',
    server: 'guarded',
    without: [
      ['if (ref === void 0 || await this.#isOn(use, ref)) return;', 'return;'],
      ['return ref === void 0 || this.#isOn(call, ref);', 'return true;'],
    ],
    opens: (attack) => attack.plugin === 'flags' && isListedByTemplate(attack),
  },
  {
    name: 'an approval for one call is taken once',
    server: 'guarded',
    without: [['asked.state === "approved" && !await this.#store.compareAndSet(requestKey, { expected: text, next: void 0 })', 'false']],
    opens: named('two callbacks for one call'),
  },
  { name: 'a request is decided once', server: 'guarded', without: decidedOnce, opens: named('an approval after a denial') },
  {
    name: 'approvals end',
    server: 'guarded',
    without: [['expiresAt <= this.#now() ? "expired" : "approved"', '"approved"']],
    opens: named('an approval that has ended'),
  },
  {
    name: 'approvals are taken back',
    server: 'guarded',
    without: [['if (await this.#store.delete(name)) revoked++;', 'revoked++;']],
    opens: named('an approval that was taken back'),
  },
  {
    name: 'approvals belong to a person',
    server: 'guarded',
    without: [['JSON.stringify(["person", principal])', '"anybody"']],
    opens: named('the approval of another person'),
  },
  {
    name: 'approvals belong to a tool',
    server: 'guarded',
    without: [
      ['toolId !== void 0 && toolId !== found.waiting.toolId', 'false'],
      ['${scope}:${encodeURIComponent(toolId)}:${detail}', '${scope}::${detail}'],
    ],
    opens: named('the approval of another tool'),
  },
  {
    name: 'approvals for arguments belong to them',
    server: 'guarded',
    without: [['scope === "tool_specific" ? digest ?? ""', 'scope === "tool_specific" ? ""']],
    opens: named('the approval of other arguments'),
  },
  {
    name: 'requests for one call belong to its arguments',
    server: 'guarded',
    without: [['${isNarrow ? digest : ""}', '']],
    opens: named('the approval of other arguments for a call that needs its own'),
  },
  {
    name: 'approvals for a session belong to it',
    server: 'guarded',
    without: [['JSON.stringify(["session", sessionId ?? null, principal ?? null])', 'JSON.stringify(["session", principal ?? null])']],
    opens: named('the approval of another session'),
  },
  {
    name: 'callbacks prove by the verifier',
    server: 'guarded',
    without: [['this.waiting(await sha256Text(verifier))', 'this.waiting(verifier)']],
    opens: named('a callback with the challenge'),
  },
  {
    name: 'callbacks name a request that waits',
    server: 'guarded',
    without: [
      ['const name = this.#challengeOf(challenge);', 'const name = (await this.#store.keys(`${this.#namespace}:challenge:`)).at(-1);'],
    ],
    opens: named('a callback without a proof'),
  },
  { name: 'requests end', server: 'guarded', without: isOver, opens: named('a callback that is late') },
  {
    name: 'decisions fit the tool',
    server: 'guarded',
    without: [
      ['scope !== void 0 && !(isScope(scope) && allowedScopes.includes(scope))', 'false'],
      ['const named = requirement.allowedScopes.filter', 'const named = scopes.filter'],
      ['ttlMs !== void 0 && !(Number.isSafeInteger(ttlMs) && Number(ttlMs) > 0 && Number(ttlMs) <= longest)', 'false'],
    ],
    opens: named('a scope that the tool does not allow'),
  },
  {
    name: 'a no is a denial',
    server: 'guarded',
    without: [['if (status === "decline") return { approved: false };', 'if (status === "decline") return { approved: true };']],
    opens: named('a no'),
  },
  {
    name: 'models do not answer',
    server: 'guarded',
    without: [
      ['onlyPerson: true', 'onlyPerson: false'],
      ['return elicit && canAsk(call) ?', 'return elicit ?'],
    ],
    opens: named('a model that answers'),
  },
  {
    name: 'chains of entries are short',
    server: 'guarded',
    without: [['if (depth > maxDelegationDepth)', 'if (false)']],
    opens: named('a chain of entries'),
  },
  {
    name: 'pages belong to a person',
    server: 'paged',
    without: isOwner,
    opens: onPage('another person decides', 'another person reads the call'),
  },
  {
    name: 'forms bring the value of their page',
    server: 'paged',
    without: [['sent: parameters.require("csrf")', 'sent: open.csrf']],
    opens: onPage('another site sends the form'),
  },
  {
    name: 'forms come from their page',
    server: 'paged',
    without: [['throw new SignInProblem("This form was sent by another site", 403);', '']],
    opens: onPage('another site sends the form with its value'),
  },
  {
    name: 'pages and sign-ins belong to a browser',
    server: 'paged',
    without: sharedCookies,
    opens: onPage('another browser sends the form', 'another browser brings the code of a sign-in'),
  },
  { name: 'pages decide once', server: 'paged', without: decidedOnce, opens: onPage('a form that is sent again') },
  { name: 'pages end', server: 'paged', without: isOver, opens: onPage('a form that is sent late') },
  {
    name: 'texts of pages are escaped',
    server: 'paged',
    without: [['.map(honestLine).map(escapeHtml)', '']],
    opens: onPage('markup in arguments'),
  },
  {
    name: 'pages have the headers of sign-in pages',
    server: 'paged',
    without: [['"base-uri \'none\'", "frame-ancestors \'none\'"', '"base-uri \'none\'"']],
    opens: onPage('a frame, a cache or a script around the page'),
  },
  {
    name: 'pages ask for a sign-in',
    server: 'paged',
    without: [
      ['return open === void 0 ? this.#signIn(target, address)', 'return false ? this.#signIn(target, address)'],
      ['const { issuer, person } = open;', 'const { issuer, person } = open ?? { issuer: "", person: { sub: "nobody" } };'],
      ['csrf: open.csrf', 'csrf: open?.csrf ?? ""'],
      ...isOwner,
    ],
    opens: onPage('a page without a sign-in'),
  },
];
