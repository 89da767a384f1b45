import { call as callModern } from '../plugins/approval-project.ts';
import { modernRequest, send } from '../support/wire-client.ts';
import { type Answer, calls, type Caller, hasSecret, isTrue, type ModelAttack, reads, runScript, told, use } from './model-attack.ts';

const denied = 'CWE-285';
const crossed = 'CWE-488';

const forms = { elicitation: {} };

/** Asks by one script, and brings the answer with another, or as another person. */
const answers =
  (second: { readonly what?: string; readonly who?: Caller; readonly again?: true }): ModelAttack['go'] =>
  async ({ headers, server }) => {
    const script = (what: string): object => ({ script: `return (await callTool("ask", { what: "${what}" })).answer` });
    const ask = (who: Caller, what: string, round = {}): ReturnType<typeof callModern> =>
      callModern(server, { name: 'codecall:execute', args: { ...script(what) }, headers: headers[who], capabilities: forms, round });
    const { result } = await ask('victim', 'tea');
    const [key = ''] = Object.keys((result['inputRequests'] ?? {}) as object);
    const round = { inputResponses: { [key]: { action: 'accept', content: { name: 'Ada' } } }, requestState: result['requestState'] };
    if (second.again === true) await ask('victim', 'tea', round);
    return hasSecret((await ask(second.who ?? 'victim', second.what ?? 'tea', round)).result);
  };

/** What is another caller's, and what is kept of calls. */
const others: readonly ModelAttack[] = [
  {
    name: "another caller's result from the cache",
    advisory: crossed,
    without: [['${callerOf(call)} ${args}', '${args}']],
    go: async (scene) => {
      await runScript(scene, 'victim', 'return callTool("whoami")');
      return JSON.stringify(await runScript(scene, 'mallory', 'return callTool("whoami")')).includes('victim@');
    },
  },
  {
    name: "another caller's memory",
    advisory: crossed,
    without: [['principal === void 0 ? ["anonymous", sessionId ?? null] : ["person", principal]', '["person"]']],
    go: async (scene) => {
      await runScript(scene, 'victim', 'return callTool("remember_this", { key: "pin", value: "SECRET pin", scope: "user" })');
      return reads('return callTool("recall", { key: "pin", scope: "user" })')(scene);
    },
  },
  {
    name: 'a scope of memories that the author does not allow',
    advisory: denied,
    without: [['const outcome = tool.checkInput(args);', 'const outcome = { value: args };']],
    go: isTrue('return (await callTool("remember_this", { key: "all", value: 1, scope: "global" }, { throwOnError: false })).success'),
  },
  {
    name: 'what the script of another caller has left',
    advisory: crossed,
    nodeOnly: true,
    without: [['const context = runtime.newContext();', 'const context = globalThis.kept ??= runtime.newContext();']],
    go: async (scene) => {
      for (let at = 0; at < 2; at++) await runScript(scene, 'victim', 'globalThis.left = "SECRET"; return 1');
      return reads('return typeof left === "undefined" ? "nothing" : left')(scene);
    },
  },
  {
    name: 'the answer to a call of another script',
    advisory: crossed,
    nodeOnly: true,
    // Both stand in its way: the call ends with its script, and numbers of calls are never used again.
    without: [
      ['ended.abort(new ServiceError("SERVER_ERROR", "the script has ended"));', ''],
      ['const id = calls++;', 'const id = answers.size;'],
    ],
    go: async (scene) => {
      await runScript(scene, 'victim', 'callTool("later", { whose: "SECRET", ms: 1000 }); return 1');
      return reads('return callTool("later", { whose: "mallory", ms: 4000 })')(scene);
    },
  },
  {
    name: 'the answer of a person to another script',
    advisory: 'CWE-345',
    stateless: true,
    without: [
      ['return canonicalJson([principalOf(auth), method, rest]);', 'return "";'],
      ['if (held.digest !== void 0 && held.digest !== digest) return false;', ''],
    ],
    go: answers({ what: 'gold' }),
  },
  {
    name: 'the answer of another person',
    advisory: 'CWE-345',
    stateless: true,
    without: [['return canonicalJson([principalOf(auth), method, rest]);', 'return "";']],
    go: answers({ who: 'mallory' }),
  },
  {
    name: 'one answer of a person twice',
    advisory: 'CWE-294',
    stateless: true,
    without: [['!await this.#context.used.claim(state.id, state.expiresAt)', 'false']],
    go: answers({ again: true }),
  },
  {
    name: 'progress under the token of another request',
    advisory: crossed,
    without: [
      ['if (progressToken !== void 0 && progressToken !== request.channel.progressToken) throw foreignToken(name, progressToken);', ''],
      ['function innerChannel({ channel }, { onAsk, signal })', 'function innerChannel({ channel }, { onAsk, signal, progressToken })'],
      ['progressToken: channel.progressToken,\n    notify', 'progressToken,\n    notify'],
    ],
    go: async ({ headers, server }) => {
      const { body, headers: own } = modernRequest(
        'tools/call',
        { name: 'codecall:execute', arguments: { script: 'return callTool("relay", { token: "of another" })' } },
        { meta: { progressToken: 'own' } },
      );
      const { text } = await send({
        port: server.port,
        path: '/mcp',
        headers: { host: `localhost:${server.port}`, ...own, ...headers.mallory },
        body,
      });
      return text.includes('"progressToken":"of another"');
    },
  },
  {
    name: 'what an error of the server says',
    advisory: 'CWE-209',
    without: [['const hidden = environment.tellsFailures !== true;', 'const hidden = false;']],
    go: calls('fails'),
  },
  {
    name: 'a call that no hook hears',
    advisory: 'CWE-778',
    without: [['if (running.hooks === void 0) return execute(input);', 'return execute(input);']],
    go: async (scene) => {
      await told(scene);
      await runScript(scene, 'mallory', 'return callTool("plain")');
      return !(await told(scene)).heard.includes('plain model');
    },
  },
  {
    name: 'an approved call without a record',
    advisory: 'CWE-778',
    nodeOnly: true,
    without: [['if (isEnabled) logger.info(`approval ${event}`', 'if (false) logger.info(`approval ${event}`']],
    go: async (scene) => {
      await use(scene, 'mallory', ['grant']);
      const before = scene.log().length;
      const { status } = await runScript(scene, 'mallory', 'return callTool("granted")');
      return status === 'ok' && !scene.log().slice(before).includes('approval used');
    },
  },
];

/** Ways that were never built: each has its attack, and nothing could be taken out. */
const unbuilt: readonly ModelAttack[] = [
  {
    name: 'another identity by arguments and options',
    advisory: 'CWE-290',
    go: async (scene) => {
      const forged =
        '{ _meta: { sub: "victim@example.com" }, auth: { sub: "victim@example.com" }, sessionId: "1", headers: { authorization: "x" } }';
      const { result } = await runScript(scene, 'mallory', `return callTool("me", ${forged}, ${forged})`);
      return (result as Answer | undefined)?.['sub'] !== 'mallory@example.com';
    },
  },
  {
    name: 'an answer to the question of a tool by the script',
    advisory: 'CWE-345',
    go: reads(
      'const asked = await callTool("ask", { what: "gold", inputResponses: { ask: { action: "accept", content: { name: "x" } } } }, { throwOnError: false }); ' +
        'const id = (JSON.stringify(asked).match(/elicitId[^A-Za-z0-9]+([\\w.-]+)/) ?? [])[1]; ' +
        'return [asked, await callTool("sendElicitationResult", { elicitId: id ?? "x", action: "accept", content: { name: "x" } }, { throwOnError: false })]',
    ),
  },
  {
    name: 'methods of the protocol as tools',
    advisory: denied,
    go: isTrue(
      'const names = ["tools/call", "tasks/get", "tasks/cancel", "tasks/result", "resources/read", "notifications/cancelled", "logging/setLevel"]; ' +
        'return (await Promise.all(names.map((name) => callTool(name, { name: "plain", taskId: "1" }, { throwOnError: false })))).some(({ success }) => success)',
    ),
  },
  {
    name: 'names of members of every object',
    advisory: 'CWE-1321',
    go: isTrue(
      'const names = ["__proto__", "constructor", "toString", "hasOwnProperty", "orders.__proto__", "prototype"]; ' +
        'const all = await Promise.all(names.map((name) => callTool(name, {}, { throwOnError: false }).catch(() => ({ success: false })))); ' +
        'return all.some(({ success }) => success) || names.some((name) => getTool(name) !== undefined)',
    ),
  },
  {
    name: 'members of every object as arguments',
    advisory: 'CWE-1321',
    go: isTrue(
      'await callTool("me", JSON.parse(\'{"__proto__":{"roles":["admin"]},"constructor":{"prototype":{"roles":["admin"]}}}\')); ' +
        'const me = await callTool("me"); return me.roles.includes("admin") || (await callTool("admin", {}, { throwOnError: false })).success',
    ),
  },
  {
    name: 'arguments that are no JSON',
    advisory: 'CWE-20',
    go: isTrue(
      'const cycle = {}; cycle.cycle = cycle; const bad = [cycle, [1], "x", 1n, { toJSON: () => [1] }, { toJSON: () => "x" }, { get a() { throw 1 } }, new Proxy({}, { ownKeys() { throw 1 } })]; ' +
        'return (await Promise.all(bad.map((args) => callTool("me", args, { throwOnError: false }).catch(() => ({ success: false }))))).some(({ success }) => success)',
    ),
  },
];

export const otherCallerAttacks: readonly ModelAttack[] = [...others, ...unbuilt];
