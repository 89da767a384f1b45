import { tool } from '@service/sdk';
import { z } from 'zod';

export const add = tool({
  name: 'add',
  description: 'Adds two numbers.',
  inputSchema: { a: z.number().describe('First number'), b: z.number().describe('Second number') },
  outputSchema: { sum: z.number() },
  annotations: { readOnlyHint: true },
})((input) => ({ sum: input.a + input.b }));
