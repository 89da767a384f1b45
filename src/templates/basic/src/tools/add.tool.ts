import { Tool, ToolContext } from '@service/sdk';
import { z } from 'zod';

@Tool({
  name: 'add',
  description: 'Adds two numbers.',
  inputSchema: {
    a: z.number().describe('First number'),
    b: z.number().describe('Second number'),
  },
  outputSchema: { sum: z.number() },
  annotations: { readOnlyHint: true },
})
export class AddTool extends ToolContext {
  execute(input: { a: number; b: number }) {
    return { sum: input.a + input.b };
  }
}
