import { Tool, ToolContext, inject } from '@service/sdk';
import { z } from 'zod';
import { NoteStore } from './note-store';

@Tool({
  name: 'import-notes',
  description: 'Stores several notes, reporting progress after each.',
  inputSchema: {
    notes: z
      .array(z.object({ title: z.string(), text: z.string() }))
      .min(1)
      .max(100)
      .describe('Notes to store'),
  },
  outputSchema: { stored: z.number().int() },
})
export class ImportNotesTool extends ToolContext {
  readonly #store = inject(NoteStore);

  async execute(input: { notes: { title: string; text: string }[] }) {
    for (const [index, note] of input.notes.entries()) {
      if (this.signal.aborted) break;
      this.#store.add(note.title, note.text);
      this.progress(index + 1, input.notes.length, note.title);
    }
    return { stored: input.notes.length };
  }
}
