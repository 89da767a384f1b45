import { limitAttacks } from './model-limit-attacks.ts';
import { calls, invokes, type ModelAttack, reads, runScript, use } from './model-attack.ts';
import { otherCallerAttacks } from './model-other-attacks.ts';
import { unchosen } from './model-server.ts';

const denied = 'CWE-285';

/** Tools that the caller may not use. */
const admission: readonly ModelAttack[] = [
  {
    name: 'a tool that the person left out at sign-in',
    advisory: denied,
    without: [['if (origin === "entry" || isConsented(auth, model.listedName)) return void 0;', 'return void 0;']],
    go: calls(unchosen),
  },
  {
    name: 'a tool that the person left out at sign-in, without a script',
    advisory: denied,
    without: [['origin: "model", signal: world.signal', 'origin: "entry", signal: world.signal']],
    go: invokes(unchosen),
  },
  {
    name: 'calls of scripts as calls of an entry',
    advisory: denied,
    without: [['origin: "model", signal: ended.signal', 'origin: "entry", signal: ended.signal']],
    go: reads(`return callTool("${unchosen}", {}, { origin: "entry", onQuestion: null })`),
  },
  {
    name: 'a tool of administrators',
    advisory: denied,
    without: [['concerns: (live) => authoritiesOf(live) !== void 0', 'concerns: (live) => false']],
    go: calls('admin'),
  },
  {
    name: 'a tool with an approval',
    advisory: denied,
    without: [['if (requirement === void 0) return next();', 'if (true) return next();']],
    go: calls('approved'),
  },
  {
    name: 'a tool whose flag is off',
    advisory: denied,
    without: [
      ['if (ref === void 0 || await this.#isOn(use, ref)) return;', 'return;'],
      ['return ref === void 0 || this.#isOn(call, ref);', 'return true;'],
    ],
    go: calls('off'),
  },
  {
    name: 'a tool that a plugin closes for models',
    advisory: denied,
    without: [['await admitEntry?.(model, { ...hookViewerOf(use), origin: use.origin });', ';']],
    go: calls('closed'),
  },
  {
    name: 'a tool that a plugin hides',
    advisory: denied,
    without: [
      ['if (!await passes(["filterEntry"], model, use)) throw use.unknown();', ''],
      ['lists: (model, viewer) => passes(["filterEntry", "listEntry"], model, viewer)', 'lists: () => true'],
    ],
    go: calls('unseen'),
  },
  {
    name: 'an internal tool',
    advisory: denied,
    without: [
      ['model.visibility !== "internal" && refuse === void 0', 'refuse === void 0'],
      ['origin !== "entry" && tool.model.visibility === "internal"', 'false'],
      ['mode === "codecall_only" && model.visibility === "public"', 'true'],
    ],
    go: calls('inner'),
  },
  {
    name: 'a hidden tool',
    advisory: denied,
    without: [['mode === "codecall_only" && model.visibility === "public"', 'mode === "codecall_only"']],
    go: calls('hidden'),
  },
  {
    name: 'a tool that its author keeps from scripts',
    advisory: denied,
    without: [['return enabledInCodeCall && !isOwn(model)', 'return !isOwn(model)']],
    go: calls('leftout'),
  },
  {
    name: 'a tool that includeTools leaves out',
    advisory: denied,
    without: [['includeTools === void 0 || includeTools(choiceOf(tool))', 'true']],
    go: calls('filtered'),
  },
  {
    name: 'a tool of an app that appIds leaves out',
    advisory: denied,
    without: [['(appIds === void 0 || appIds.includes(tool.appId ?? "")) &&', '']],
    go: calls('elsewhere'),
  },
  {
    name: 'a tool that directCalls leaves out',
    advisory: denied,
    without: [['filter(choiceOf(found))', 'true']],
    go: invokes('plain'),
  },
  {
    name: 'a tool that allowedTools does not name',
    advisory: denied,
    without: [['if (allowedTools !== void 0 && !allowedTools.includes(toolName))', 'if (false)']],
    go: reads('return callTool("plain")', { allowedTools: ['me'] }),
  },
  {
    name: 'a blocked name',
    advisory: denied,
    without: [['/^(?:codecall:|system:|internal:|__)/.test(name)', 'false']],
    go: calls('__secret'),
  },
  {
    name: 'a script in a script',
    advisory: denied,
    without: [
      ['/^(?:codecall:|system:|internal:|__)/.test(name)', 'false'],
      ['return enabledInCodeCall && !isOwn(model)', 'return true'],
    ],
    go: reads('return callTool("codecall:execute", { script: "return \'SEC\' + \'RET\'" })'),
  },
  {
    name: 'a script by way of codecall:invoke',
    advisory: denied,
    without: [
      ['/^(?:codecall:|system:|internal:|__)/.test(name)', 'false'],
      ['return enabledInCodeCall && !isOwn(model)', 'return true'],
    ],
    go: invokes('codecall:execute', { script: "return 'SEC' + 'RET'" }),
  },
  {
    name: 'descriptions of tools that the caller may not use',
    advisory: 'CWE-200',
    without: [['await pipeline.admission?.view(tools, viewer) ?? tools', 'tools']],
    go: async (scene) => {
      const describe = await use(scene, 'mallory', ['codecall:describe', { toolNames: ['admin', 'off', 'inner', 'unseen'] }]);
      const search = await use(scene, 'mallory', ['codecall:search', { queries: ['secret admin'], topK: 100, minRelevanceScore: 0 }]);
      const inside = await runScript(scene, 'mallory', 'return ["admin", "off", "inner", "unseen"].map((name) => getTool(name) ?? null)');
      return /SECRET (?:admin|off|inner|unseen)/.test(JSON.stringify([describe, search, inside]));
    },
  },
];

export const modelAttacks: readonly ModelAttack[] = [...admission, ...limitAttacks, ...otherCallerAttacks];
