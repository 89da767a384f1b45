import Anthropic from '@anthropic-ai/sdk';

export async function probe(): Promise<string> {
  const fetch = async (): Promise<Response> =>
    Response.json({ type: 'message', role: 'assistant', content: [{ type: 'text', text: 'hello' }] });
  const client = new Anthropic({ apiKey: 'none', fetch });
  const answer = await client.messages.create({ model: 'any', max_tokens: 10, messages: [{ role: 'user', content: 'hi' }] });
  const [first] = answer.content;
  return first?.type === 'text' ? first.text : '';
}
