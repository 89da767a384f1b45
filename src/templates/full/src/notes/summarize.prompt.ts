import { Prompt, PromptContext } from '@service/sdk';

const tones = ['short', 'friendly', 'formal'];

@Prompt({
  name: 'summarize',
  description: 'Asks for a summary of all notes.',
  arguments: [{ name: 'tone', description: 'How it should sound' }],
})
export class SummarizePrompt extends PromptContext {
  execute({ tone = 'short' }: { tone?: string }) {
    return `Read note://all and summarize the notes. Tone: ${tone}.`;
  }

  toneCompleter(partial: string) {
    return { values: tones.filter((tone) => tone.startsWith(partial)) };
  }
}
