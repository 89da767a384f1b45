import type { PairedServer } from './pair-attack.ts';

/** The answer of a tool that asks its client first. */
interface AskedQuestion {
  readonly result: { readonly inputRequests: Readonly<Record<string, unknown>>; readonly requestState: string };
}

/** Parameters of the call that answers the question of the tool `question`. */
export async function answerTo(server: PairedServer, token: string): Promise<Readonly<Record<string, unknown>>> {
  const call = { name: 'question', arguments: {} };
  const { text } = await server.ask('tools/call', call, token);
  const { inputRequests, requestState } = (JSON.parse(text) as AskedQuestion).result;
  const answered = { action: 'accept', content: { sure: true } };
  return { ...call, requestState, inputResponses: Object.fromEntries(Object.keys(inputRequests).map((key) => [key, answered])) };
}

/** Whether the call went on behind its question. */
export const wentOn = async (server: PairedServer, answer: Readonly<Record<string, unknown>>, token: string): Promise<boolean> =>
  (await server.ask('tools/call', answer, token)).text.includes('answered');
