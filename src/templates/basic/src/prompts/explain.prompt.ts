import { Prompt, PromptContext } from '@service/sdk';

@Prompt({
  name: 'explain',
  description: 'Asks for a calculation, explained step by step.',
  arguments: [{ name: 'task', description: 'What to calculate', required: true }],
})
export class ExplainPrompt extends PromptContext {
  execute({ task }: { task: string }) {
    return `Calculate ${task} with the add tool and explain each step.`;
  }
}
