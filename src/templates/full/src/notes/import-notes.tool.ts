import { Tool, ToolContext, inject } from '@service/sdk';
import { z } from 'zod';
import { NoteStore } from './note-store';

@Tool({
  name: 'import-notes',
  description: 'Stores several notes, reporting progress after each.',
  inputSchema: {
    notes: z
      .array(z.object({ title: z.string().max(80), text: z.string().max(10_000) }))
      .min(1)
      .max(100)
      .describe('Notes to store'),
  },
  outputSchema: { stored: z.number().int() },
})
export class ImportNotesTool extends ToolContext {
  readonly #store = inject(NoteStore);

  execute(input: { notes: { title: string; text: string }[] }) {
    let stored = 0;
    for (const note of input.notes) {
      if (this.signal.aborted) break;
      this.#store.add(note.title, note.text);
      stored += 1;
      this.progress(stored, input.notes.length, note.title);
    }
    return { stored };
  }
}
