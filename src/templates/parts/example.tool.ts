import { Tool, ToolContext } from '@service/sdk';
import { z } from 'zod';

@Tool({
  name: 'example',
  description: 'Says what it was told. Write here what a model should know before it calls this tool.',
  inputSchema: { text: z.string().describe('What to say') },
  outputSchema: { said: z.string() },
  annotations: { readOnlyHint: true },
})
export class ExampleTool extends ToolContext {
  execute(input: { text: string }) {
    return { said: input.text };
  }
}
