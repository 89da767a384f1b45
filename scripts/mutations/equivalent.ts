/** A change after which nothing observable differs, so that no test can notice it; each with its reason. */
export interface Equivalent {
  /** Below the repository. */
  readonly file: string;
  /** The line that is changed, without its indentation. */
  readonly line: string;
  readonly was: string;
  readonly becomes: string;
  readonly why: string;
}

const auth = (file: string, line: string, change: Pick<Equivalent, 'was' | 'becomes' | 'why'>): Equivalent => ({
  file: `src/runtime/auth/${file}`,
  line,
  ...change,
});

/** The member is left out where it has no value; JSON leaves it out as well. */
const leftOut = (was: string, place: string): Pick<Equivalent, 'was' | 'becomes' | 'why'> => ({
  was,
  becomes: 'false',
  why: `the member would be there and undefined, and ${place}`,
});

/** A look that only the type needs. */
const typeOnly = (was: string, why: string): Pick<Equivalent, 'was' | 'becomes' | 'why'> => ({ was, becomes: 'true', why });

const runtime = (file: string, line: string, change: Pick<Equivalent, 'was' | 'becomes' | 'why'>): Equivalent => ({
  file: `src/runtime/${file}`,
  line,
  ...change,
});

export const equivalents: readonly Equivalent[] = [
  auth(
    'server/grants/issue-tokens.ts',
    'const given = (name: string, value: string | undefined): Record<string, string> => (value === undefined ? {} : { [name]: value });',
    leftOut('value === undefined', 'claims are signed as JSON, which leaves it out; no custom claim has one of these names'),
  ),
  auth(
    'vault/sealed-records.ts',
    'await this.#store.set(this.#keyOf(owner, name), sealed, given.ttlMs === undefined ? {} : { ttlMs: given.ttlMs });',
    leftOut('given.ttlMs === undefined', 'a store takes a time that is undefined for none'),
  ),
  auth(
    'verify/token-guard.ts',
    'const challenge = url === undefined ? {} : { resourceMetadata: url };',
    leftOut('url === undefined', 'the challenge is printed without members that are undefined'),
  ),
  auth('server/pages/page-document.ts', 'const logo = page.logo === undefined ? undefined : logoSource(page.logo);', {
    was: 'page.logo === undefined',
    becomes: 'false',
    why: 'no logo is no https address and no image either, so that nothing is shown',
  }),
  auth(
    'server/endpoints/discovery.ts',
    'if (known === undefined) made.set(address, (known = constantDocument(document(address), { headers, tagged: options.pinned })));',
    typeOnly('known === undefined', 'the document is made again for each request, with the same text and tag: only slower'),
  ),
  auth(
    'verify/identity-provider.ts',
    "const keys: unknown = 'keys' in document ? document.keys : undefined;",
    typeOnly("'keys' in document", 'a member that is not there is undefined'),
  ),
  auth('server/records/pending-sign-ins.ts', 'if (bytes > known.bytes) this.#count(read, known, bytes);', {
    was: '>',
    becomes: '>=',
    why: 'what has not grown counts nothing more',
  }),
  auth(
    'server/guessing/form-account.ts',
    'const fields = accepted === undefined ? [...named, ...usualNames] : named.length > 0 ? named : first === undefined ? [] : [first];',
    { was: 'first === undefined', becomes: 'false', why: 'no form has a field without a name' },
  ),
  auth('server/tokens/subject-of-accepted.ts', 'const value = field === undefined ? undefined : values[field];', {
    was: 'field === undefined',
    becomes: 'false',
    why: 'no form has a field without a name',
  }),
  auth(
    'verify/static-keys.ts',
    'const list: readonly unknown[] = Array.isArray(value) ? value : [];',
    typeOnly('Array.isArray(value)', 'the text begins with [, so that what was parsed is a list'),
  ),
  auth(
    'server/incremental/create-incremental-step.ts',
    "Array.isArray(settled['apps']) ? settled['apps'].filter((id) => typeof id === 'string') : [];",
    typeOnly("Array.isArray(settled['apps'])", 'grantApps alone makes it, out of a list'),
  ),
  runtime(
    'storage/server-stores.ts',
    'return end === undefined ? {} : { ttlMs: end };',
    leftOut('end === undefined', 'a store takes a time that is undefined for none'),
  ),
  runtime(
    'storage/record-store.ts',
    'return this.#replace(id, { key: await this.#format.keyOf(id), text: read === undefined ? undefined : JSON.stringify(read) }, next);',
    { was: 'read === undefined', becomes: 'false', why: 'the JSON text of undefined is undefined as well' },
  ),
  runtime('storage/record-store.ts', 'if (text === undefined) return undefined;', {
    was: 'text === undefined',
    becomes: 'false',
    why: 'undefined is no JSON, and what is no JSON is no record',
  }),
  runtime(
    'storage/record-store.ts',
    'return ttlMs === undefined ? {} : { ttlMs };',
    leftOut('ttlMs === undefined', 'a store takes a time that is undefined for none'),
  ),
  runtime('cluster/limits/distributed-concurrency-limiter.ts', 'if (now >= own.nextPollAt) this.#startWriting(key, own);', {
    was: '>=',
    becomes: '>',
    why: 'a pause of a random length does not end at a whole millisecond',
  }),
  runtime(
    'cluster/limits/distributed-concurrency-limiter.ts',
    'await untilCalled((wake) => (permit.wake = wake), Math.min(lateAt - now, own.nextPollAt > now ? own.nextPollAt - now : sleepMs));',
    { was: '>', becomes: '>=', why: 'a pause of a random length does not end at a whole millisecond' },
  ),
  runtime(
    'cluster/limits/distributed-concurrency-limiter.ts',
    'await untilCalled((wake) => (permit.wake = wake), Math.min(lateAt - now, own.nextPollAt > now ? own.nextPollAt - now : sleepMs));',
    { was: 'own.nextPollAt > now', becomes: 'false', why: 'who waits looks a quarter of a second later: only slower' },
  ),
  runtime('cluster/limits/distributed-concurrency-limiter.ts', 'for (let times = 0; own.isStale && times < 20; times++) {', {
    was: '<',
    becomes: '<=',
    why: 'a store that is away is asked once more, after five seconds, before the platform ends the process',
  }),
  runtime(
    'cluster/limits/distributed-concurrency-limiter.ts',
    'if (own.sentUntil > this.#options.now()) await this.#write(key, own, newWrite(0)).catch(nothing);',
    {
      was: '>',
      becomes: '>=',
      why: 'a record is removed in the millisecond in which it ends by itself',
    },
  ),
  runtime(
    'http/transports/session-transport.ts',
    "if (session.opening.id !== undefined) await options.store.end(session.opening.id, 'the client ended the session');",
    typeOnly('session.opening.id !== undefined', 'a DELETE finds its session by the id alone'),
  ),
  runtime(
    'http/transports/sessionless-transport.ts',
    'const offered = isJsonObject(capabilities) ? sessionlessCapabilities(capabilities) : {};',
    typeOnly('isJsonObject(capabilities)', 'the description of a server always names its capabilities'),
  ),
  runtime(
    'http/handler.ts',
    "if (path !== exchange.path) Object.defineProperty(exchange, 'path', { value: path });",
    typeOnly('path !== exchange.path', 'the path would be set to what it is: only slower'),
  ),
  runtime('http/transports/read-message.ts', 'for (let at = 0; at < text.length; at++) {', {
    was: '<',
    becomes: '<=',
    why: 'behind the end there is no character that is a bracket',
  }),
  runtime('http/transports/read-message.ts', 'for (let at = start + 1; at < text.length; at++) {', {
    was: '<',
    becomes: '<=',
    why: 'behind the end there is no character that ends a string',
  }),
  runtime('command-line/sessions/file-lock.ts', 'if (await isStale(file)) await remove(file, () => isStale(file));', {
    was: 'await isStale(file)',
    becomes: 'true',
    why: 'the removal looks again: only slower',
  }),
  runtime('command-line/sessions/file-lock.ts', 'if (Date.now() > deadline) return false;', {
    was: '>',
    becomes: '>=',
    why: 'patience that ends a millisecond earlier',
  }),
  runtime('command-line/sessions/file-lock.ts', '({ mtimeMs }) => Date.now() - mtimeMs > times.stale,', {
    was: '>',
    becomes: '>=',
    why: 'a lock that is stale a millisecond earlier',
  }),
  runtime('hosts/sign-in/fetch-json.ts', 'const body = form?.toString() ?? (json === undefined ? undefined : JSON.stringify(json));', {
    was: 'json === undefined',
    becomes: 'false',
    why: 'the JSON text of undefined is undefined as well',
  }),
  runtime(
    'command-line/sessions/session-store.ts',
    'const text = key === undefined ? undefined : await this.#seal(key).open(sealed.trim(), this.#program);',
    {
      was: 'key === undefined',
      becomes: 'false',
      why: 'nothing opens without a key: a look that only the type needs',
    },
  ),
  runtime('command-line/sessions/private-file.ts', 'await handle.sync();', {
    was: 'await handle.sync();',
    becomes: ';',
    why: 'only a machine that loses its power shows what was not yet on its disk',
  }),
  runtime('client/event-stream.ts', "if (length + rest.length > maxEventLength) throw new Error('an event of the stream has no end');", {
    was: '>',
    becomes: '>=',
    why: 'a bound of memory: a character more or less of 64 million',
  }),
  {
    file: 'src/compiler/isolation/start-child.ts',
    line: "child.stderr?.on('data', (chunk: Buffer) => late.stack.length < maxStackChunks && late.stack.push(chunk));",
    was: '<',
    becomes: '<=',
    why: 'a bound of memory: a chunk more or less of a text that no stack is as long as',
  },
  {
    file: 'src/compiler/isolation/start-child.ts',
    line: "const flag = process.allowedNodeEnvironmentFlags.has('--permission') ? '--permission' : '--experimental-permission';",
    was: "process.allowedNodeEnvironmentFlags.has('--permission')",
    becomes: 'false',
    why: 'Node 20 knows the other name alone, and newer ones know both',
  },
  {
    file: 'src/escape/javascript.ts',
    line: 'return json.includes(\'"__proto__"\') ? json.replaceAll(/(?<!\\\\)"__proto__"(?=:)/g, memberName(\'__proto__\')) : json;',
    ...typeOnly('json.includes(\'"__proto__"\')', 'nothing would be replaced: only slower'),
  },
];
