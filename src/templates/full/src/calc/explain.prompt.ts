import { prompt } from '@service/sdk';

export const explain = prompt({
  name: 'explain',
  description: 'Asks for a calculation, explained step by step.',
  arguments: [{ name: 'task', description: 'What to calculate', required: true }],
})((args) => `Calculate ${args['task']} with the add tool and explain each step.`);
