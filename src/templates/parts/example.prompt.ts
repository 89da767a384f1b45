import { Prompt, PromptContext } from '@service/sdk';

@Prompt({
  name: 'example',
  description: 'Write here when to use this prompt.',
  arguments: [{ name: 'topic', description: 'What it is about', required: true }],
})
export class ExamplePrompt extends PromptContext {
  execute({ topic }: { topic: string }) {
    return `Explain ${topic}.`;
  }
}
