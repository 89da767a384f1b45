import { jsonSchema, tool } from 'ai';

export async function probe(): Promise<string> {
  const shout = tool({
    description: 'Shouts.',
    inputSchema: jsonSchema<{ text: string }>({ type: 'object', properties: { text: { type: 'string' } } }),
    execute: async ({ text }) => text.toUpperCase(),
  });
  return String(await shout.execute?.({ text: 'hello' }, { toolCallId: '1', messages: [] }));
}
