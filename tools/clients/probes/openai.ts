import OpenAI from 'openai';

export async function probe(): Promise<string> {
  const fetch = async (): Promise<Response> => Response.json({ choices: [{ message: { role: 'assistant', content: 'hello' } }] });
  const client = new OpenAI({ apiKey: 'none', fetch });
  const answer = await client.chat.completions.create({ model: 'any', messages: [{ role: 'user', content: 'hi' }] });
  return answer.choices[0]?.message.content ?? '';
}
