// The same 52 tools for both official SDKs; schemas are made once, which is kinder than their documentation's style.
import * as z from 'zod';

const four = {
  city: z.string().min(1).describe('Name of the city'),
  amount: z.number().min(0).describe('Amount in units'),
  exact: z.boolean().describe('Whether rounding is forbidden'),
  unit: z.enum(['metric', 'imperial']).describe('System of units'),
};

const structured = (value) => ({ content: [{ type: 'text', text: JSON.stringify(value) }], structuredContent: value });

const tools = [
  {
    name: 'add',
    about: {
      description: 'Adds two numbers',
      inputSchema: z.object({ a: z.number().describe('First number'), b: z.number().describe('Second number') }),
      outputSchema: z.object({ sum: z.number() }),
    },
    run: async ({ a, b }) => structured({ sum: a + b }),
  },
  {
    name: 'echo',
    about: { description: 'Says what was said', inputSchema: z.object({ text: z.string().describe('What to say') }) },
    run: async ({ text }) => ({ content: [{ type: 'text', text }] }),
  },
  ...Array.from({ length: 50 }, (_, index) => ({
    name: `tool_${index + 1}`,
    about: { description: `Does thing number ${index + 1}`, inputSchema: z.object(four) },
    run: async ({ city, amount }) => ({ content: [{ type: 'text', text: `${city}: ${amount * (index + 1)}` }] }),
  })),
];

export const info = { name: 'bench', version: '1.0.0' };

/** Registers all of them; the official servers of both generations have the same method for it. */
export function registerTools(server) {
  for (const { name, about, run } of tools) server.registerTool(name, about, run);
  return server;
}
