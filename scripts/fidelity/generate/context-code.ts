import type { Dice } from './dice.ts';
import type { ServerPlan } from './server-plan.ts';

/** Uses of context members; `ctx` is what they are called on. */
const uses: readonly ((ctx: string) => string)[] = [
  (ctx) => `${ctx}.notify('a message');`,
  (ctx) => `${ctx}.notify({ nested: [1, 2] }, 'warning');`,
  (ctx) => `${ctx}.progress(1, 3, 'begun'); ${ctx}.progress(2, 3);`,
  (ctx) => `${ctx}.logger.info('worked', { step: 1 });`,
  (ctx) => `${ctx}.logger.warn('careful');`,
  (ctx) => `${ctx}.mark('here');`,
  (ctx) => `if (${ctx}.signal.aborted) throw new Error('too late');`,
  (ctx) => `said.push(${ctx}.scope);`,
  (ctx) => `said.push(${ctx}.clientInfo?.name ?? 'nobody');`,
  (ctx) => `said.push(String(${ctx}.auth.isAnonymous));`,
  (ctx) => `said.push(typeof ${ctx}.runId, typeof ${ctx}.context.requestId);`,
  (ctx) => `said.push(${ctx}.toolName, ${ctx}.toolId, ${ctx}.platform);`,
  (ctx) => `said.push(JSON.stringify(${ctx}.inputHistory.map(({ stage }) => stage)));`,
  (ctx) => `said.push(String(${ctx}.metadata['description']));`,
  (ctx) => `${ctx}.notifyToolListChanged();`,
  (ctx) => `${ctx}.notifyResourceUpdated('note://one');`,
  (ctx) => `said.push(JSON.stringify(await ${ctx}.callTool('inner', { value: 'within' })));`,
  (ctx) => `said.push(String(${ctx}.tryGet('no such token')));`,
  (ctx) =>
    `{ const asked = await ${ctx}.elicit('Which?', z.object({ choice: z.enum(['one', 'two']), count: z.number().default(2) })); said.push(JSON.stringify(asked)); }`,
];

/** Text of functions that tools hand their contexts to. */
export const helperFunctions = `
export function helpWith(ctx: ToolContext, said: string[]): void {
  ctx.notify('from a helper');
  ctx.logger.info('helped');
  said.push(ctx.toolName);
}
export const reportTo = ({ logger, progress }: { logger: ToolContext['logger']; progress: unknown }): string => {
  logger.info('reported');
  return typeof progress;
};
`;

export interface HandlerCode {
  readonly parameter: string;
  readonly body: string;
}

/** What a handler does with its context, in the way that the plan says. */
export function contextCode(plan: ServerPlan, dice: Dice): HandlerCode {
  const chosen = dice.some(uses, dice.integer(1, 4));
  const on = (ctx: string): string => chosen.map((use) => use(ctx)).join('\n  ');
  switch (plan.context) {
    case 'direct':
      return { parameter: 'ctx', body: on('ctx') };
    case 'destructured':
      return {
        parameter: `{ logger, auth, clientInfo, scope, context }`,
        body: `logger.info('destructured'); said.push(String(auth.isAnonymous), clientInfo?.name ?? '', scope, typeof context);`,
      };
    case 'alias':
      return { parameter: 'ctx', body: `const same = ctx;\n  ${on('same')}` };
    case 'helper':
    case 'helper-module':
      return { parameter: 'ctx', body: `helpWith(ctx, said); said.push(reportTo(ctx));\n  ${on('ctx')}` };
    case 'this-handed-on':
      return { parameter: 'ctx', body: `await (async (it: typeof ctx) => {\n  ${on('it')}\n  })(ctx);` };
    case 'computed':
      return {
        parameter: 'ctx',
        body: `const member: 'logger' = JSON.parse('"logger"'); ctx[member].info('computed'); said.push(typeof ctx[('scope' + '') as 'scope']);\n  ${on('ctx')}`,
      };
    case 'closure':
      return { parameter: 'ctx', body: `const work = async () => {\n  ${on('ctx')}\n  };\n  await work();` };
  }
}
