import { modernRequest } from '../support/wire-client.ts';
import { calls, isTrue, type ModelAttack, pass, reads, runScript, told } from './model-attack.ts';

const consumed = 'CWE-770';

/** More than a script may use up, and what goes on after it. */
export const limitAttacks: readonly ModelAttack[] = [
  {
    name: 'more calls than a rate allows',
    advisory: consumed,
    without: [['if (seconds > 0) throw listedError("RATE_LIMIT_EXCEEDED"', 'if (false) throw listedError("RATE_LIMIT_EXCEEDED"']],
    go: isTrue(
      'return (await Promise.all([1, 2, 3, 4, 5].map(() => callTool("rated", {}, { throwOnError: false })))).filter((one) => one.success).length > 2',
    ),
  },
  {
    name: 'more calls at once than a tool allows',
    advisory: consumed,
    without: [['if (limit === void 0) return next(request);', 'return next(request);']],
    go: isTrue(
      'return (await Promise.all([1, 2, 3, 4].map(() => callTool("narrow", {}, { throwOnError: false })))).some(({ data, success }) => success && data.together > 1)',
    ),
  },
  {
    name: 'a tool beyond its time',
    advisory: consumed,
    without: [['const timer = endsAt === void 0 ? void 0 : setTimeout(late, endsAt - Date.now());', 'const timer = void 0;']],
    go: calls('short'),
  },
  {
    name: 'more calls than a script has',
    advisory: consumed,
    without: [['if (++steps > maxSteps)', 'if (false)']],
    go: isTrue('return (await Promise.all(Array.from({ length: 101 }, () => callTool("me")))).length === 101'),
  },
  {
    name: 'loops where the preset has none',
    advisory: 'CWE-835',
    without: [['if (!allowLoops)', 'if (false)']],
    go: isTrue('for (const one of [1]) if (one) return true'),
  },
  {
    name: 'more characters of results than a script has',
    advisory: consumed,
    without: [['return taken <= maxAnswersCharacters ?', 'return true ?']],
    go: isTrue(
      'return [1, 2, 3, 4, 5].reduce((before) => before.then(async () => (await callTool("big", { size: 4e6 })).text.length === 4e6), Promise.resolve())',
    ),
  },
  {
    name: 'more lines of logs than a script has',
    advisory: consumed,
    without: [
      ['if (this.#left <= 0 || this.lines.length >= maxLogLines) return void 0;', ''],
      ['if (this.#lines++ >= maxLogLines) return;', ''],
    ],
    go: async (scene) =>
      ((await runScript(scene, 'mallory', 'Array.from({ length: 400 }).forEach((_, at) => console.log(at)); return 1'))['logs'] as string[])
        .length > 200,
  },
  {
    name: 'arguments that do not fit the schema',
    advisory: 'CWE-20',
    without: [['const outcome = tool.checkInput(args);', 'const outcome = { value: args };']],
    go: async (scene) =>
      (await reads('return callTool("pay", { amount: 1e6 })')(scene)) ||
      (await reads(
        'let asked = 0; return callTool("pay", { get amount() { return asked++ === 0 ? 1 : 1e6 } }).then(() => callTool("pay", { amount: { toJSON: () => 1e6 } }))',
      )(scene)),
  },
  {
    name: 'tools that act after their script has ended',
    advisory: 'CWE-672',
    without: [['ended.abort(new ServiceError("SERVER_ERROR", "the script has ended"));', '']],
    go: async (scene) => {
      await runScript(scene, 'mallory', 'callTool("act", { ms: 100, mark: "left behind" }); return 1');
      await pass(scene, 250);
      return (await told(scene)).acts.includes('left behind');
    },
  },
  {
    name: 'tools that act after their call was cancelled',
    advisory: 'CWE-672',
    // workerd does not tell a worker that a connection was closed.
    nodeOnly: true,
    stateless: true,
    without: [['options.signal === void 0 ? this.signal : AbortSignal.any([this.signal, options.signal])', 'new AbortController().signal']],
    go: async (scene) => {
      await told(scene);
      const giveUp = performance.now() + 10_000;
      const controller = new AbortController();
      const request = modernRequest('tools/call', {
        name: 'codecall:execute',
        arguments: { script: 'await callTool("act", { ms: 400, mark: "cancelled" })' },
      });
      const running = fetch(`http://localhost:${scene.server.port}/mcp`, {
        method: 'POST',
        headers: { ...request.headers, ...scene.headers.mallory },
        body: request.body,
        signal: controller.signal,
      }).catch(() => undefined);
      const began = { heard: false };
      while (!began.heard && performance.now() < giveUp) began.heard = (await told(scene)).heard.includes('act model');
      controller.abort();
      await running;
      await pass(scene, 600);
      return (await told(scene)).acts.includes('cancelled');
    },
  },
];
