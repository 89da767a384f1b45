import { Resource, ResourceContext, inject } from '@service/sdk';
import { NoteStore } from './note-store';

@Resource({ name: 'notes', uri: 'note://all', description: 'Titles of all notes.', mimeType: 'application/json' })
export class NotesResource extends ResourceContext {
  readonly #store = inject(NoteStore);

  execute() {
    return this.#store.all().map(({ id, title }) => ({ id, title }));
  }
}
