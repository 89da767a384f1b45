import type { CallOutcome, ClientSession, ProgressStep } from './driver.ts';

export interface ScenarioContext {
  /** Opens another connection, as a client that was restarted does. */
  readonly connect: () => Promise<ClientSession>;
  readonly answersQuestions: boolean;
}

export interface Scenario {
  readonly name: string;
  /** False where the client has no counterpart. */
  readonly applies?: (session: ClientSession) => boolean;
  readonly run: (session: ClientSession, context: ScenarioContext) => Promise<void>;
}

const toolNames = ['add', 'greet', 'refuse', 'picture', 'count', 'ask', 'last'];
const pixelStart = 'R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw';

/** What every client does at `fixtures/clients`. */
export const openScenarios: readonly Scenario[] = [
  {
    name: 'list tools',
    applies: (session) => session.listTools !== undefined,
    run: async (session) => includesAll((await session.listTools?.()) ?? [], toolNames),
  },
  { name: 'call', run: async (session) => answers(await session.callTool('add', { a: 2, b: 3 }), '5') },
  { name: 'default argument', run: async (session) => answers(await session.callTool('greet', { name: 'Ada' }), 'Hello, Ada!') },
  {
    name: 'wrong arguments',
    run: async (session) => {
      await isRefused(() => session.callTool('add', { a: 'two', b: 3 }), /number|invalid|did not match expected schema/iu);
      answers(await session.callTool('add', { a: 20, b: 3 }), '23');
    },
  },
  {
    name: 'tool error',
    run: (session) => isRefused(() => session.callTool('refuse', {}), /This tool refuses/u),
  },
  { name: 'unknown tool', run: (session) => isRefused(() => session.callTool('absent', {}), /absent|unknown|not found/iu) },
  { name: 'image', run: async (session) => contains(JSON.stringify((await session.callTool('picture', {})).raw), pixelStart) },
  { name: 'progress', applies: (session) => session.callWithProgress !== undefined, run: reportsProgress },
  {
    name: 'elicitation',
    run: async (session, { answersQuestions }) => {
      if (answersQuestions) answers(await session.callTool('ask', {}), 'accept: blue');
      // The call must end, and the connection must stay usable.
      else await isRefused(() => session.callTool('ask', {}), /elicitation/iu);
      answers(await session.callTool('add', { a: 7, b: 1 }), '8');
    },
  },
  {
    name: 'calls at the same time',
    run: async (session) => {
      const numbers = Array.from({ length: 8 }, (_, index) => index);
      const outcomes = await Promise.all(numbers.map((a) => session.callTool('add', { a, b: 100 })));
      for (const [index, outcome] of outcomes.entries()) answers(outcome, String(100 + index));
    },
  },
  { name: 'resources', applies: (session) => session.readResource !== undefined, run: readsResources },
  { name: 'prompts', applies: (session) => session.getPrompt !== undefined, run: getsPrompts },
  {
    name: 'reconnect',
    run: async (session, { connect }) => {
      await session.close();
      const next = await connect();
      try {
        answers(await next.callTool('add', { a: 40, b: 2 }), '42');
      } finally {
        await next.close();
      }
    },
  },
];

/** What every client does at `fixtures/local-auth` once it is signed in. */
export const signedInScenarios: readonly Scenario[] = [
  {
    name: 'list tools',
    applies: (session) => session.listTools !== undefined,
    run: async (session) => includesAll((await session.listTools?.()) ?? [], ['whoami']),
  },
  { name: 'call', run: async (session) => answers(await session.callTool('whoami', {}), 'ada@example.com') },
  {
    name: 'reconnect',
    run: async (session, { connect }) => {
      await session.close();
      const next = await connect();
      try {
        answers(await next.callTool('whoami', {}), 'ada@example.com');
      } finally {
        await next.close();
      }
    },
  },
];

async function reportsProgress(session: ClientSession): Promise<void> {
  const steps: ProgressStep[] = [];
  const noted: Promise<CallOutcome>[] = [];
  const outcome = await session.callWithProgress?.('count', (step) => {
    steps.push(step);
    if (steps.length === 3) noted.push(session.callTool('shown', {}));
  });
  for (const one of noted) answers(await one, 'noted');
  if (outcome !== undefined) answers(outcome, 'counted');
  const seen = steps.map(({ progress, total }) => `${progress}/${total}`).join(' ');
  if (seen !== '1/3 2/3 3/3') throw new Error(`expected progress 1/3 2/3 3/3, got "${seen}"`);
}

async function readsResources(session: ClientSession): Promise<void> {
  if (session.listResources !== undefined) includesAll(await session.listResources(), ['clients://motto', 'clients://pixel']);
  if (session.listTemplates !== undefined) includesAll(await session.listTemplates(), ['clients://square/{number}']);
  const read = (uri: string): Promise<string> => session.readResource?.(uri) ?? Promise.reject(new Error('cannot read'));
  contains(await read('clients://motto'), 'Every client is answered.');
  contains(await read('clients://pixel'), pixelStart);
  contains(await read('clients://square/7'), '49');
  await throws(() => read('clients://absent'));
}

async function getsPrompts(session: ClientSession): Promise<void> {
  if (session.listPrompts !== undefined) includesAll(await session.listPrompts(), ['review']);
  const get = (input: Readonly<Record<string, string>>): Promise<string> =>
    session.getPrompt?.('review', input) ?? Promise.reject(new Error('cannot get'));
  contains(await get({ subject: 'the plan', tone: 'dry' }), 'Review the plan in a dry tone.');
  await throws(() => get({ tone: 'dry' }));
}

function answers(outcome: CallOutcome, text: string): void {
  if (outcome.isError === true || !outcome.text.includes(text))
    throw new Error(`expected an answer with "${text}", got ${outcome.isError ? 'the error ' : ''}"${outcome.text.slice(0, 400)}"`);
}

/** An error result and a rejected call are both refusals. */
async function isRefused(call: () => Promise<CallOutcome>, text: RegExp): Promise<void> {
  let refusal: string;
  try {
    const outcome = await call();
    if (outcome.isError === false)
      throw new Error(`expected a refusal, got the answer "${outcome.text.slice(0, 400)}"`, { cause: 'answered' });
    refusal = outcome.text;
  } catch (error) {
    if (error instanceof Error && error.cause === 'answered') throw error;
    refusal = String(error);
  }
  if (/timed? ?out|timeout|-32001/iu.test(refusal)) throw new Error(`the call was never answered: ${refusal}`);
  if (!text.test(refusal)) throw new Error(`expected a refusal that matches ${text}, got "${refusal.slice(0, 400)}"`);
}

async function throws(work: () => Promise<unknown>): Promise<void> {
  let answer: unknown;
  try {
    answer = await work();
  } catch (error) {
    if (/timed? ?out|timeout|-32001/iu.test(String(error))) throw new Error(`never answered: ${String(error)}`, { cause: error });
    return;
  }
  throw new Error(`expected a refusal, got ${JSON.stringify(answer)?.slice(0, 400)}`);
}

function includesAll(found: readonly string[], wanted: readonly string[]): void {
  // Adapters prefix names with that of the server.
  const missing = wanted.filter((name) => !found.some((one) => one === name || one.endsWith(name)));
  if (missing.length > 0) throw new Error(`not listed: ${missing.join(', ')}; listed: ${found.join(', ')}`);
}

function contains(text: string | undefined, part: string): void {
  if (text === undefined || !text.includes(part)) throw new Error(`expected "${part}" in ${text?.slice(0, 400)}`);
}
