import { Tool, ToolContext, inject } from '@service/sdk';
import { z } from 'zod';
import { NoteStore } from './note-store';

@Tool({
  name: 'add-note',
  description: 'Stores a note and returns its id.',
  inputSchema: {
    title: z.string().min(1).max(80).describe('Shown in lists'),
    text: z.string().max(10_000).describe('The note itself'),
  },
  outputSchema: z.object({ id: z.string(), uri: z.string() }),
})
export class AddNoteTool extends ToolContext {
  readonly #store = inject(NoteStore);

  execute(input: { title: string; text: string }) {
    const note = this.#store.add(input.title, input.text);
    this.notifyResourceListChanged();
    return { id: note.id, uri: `note://${note.id}` };
  }
}
