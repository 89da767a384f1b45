import { ResourceTemplate, ResourceTemplateContext, inject } from '@service/sdk';
import { NoteStore } from './note-store';

@ResourceTemplate({ name: 'note', uriTemplate: 'note://{id}', description: 'One note.', mimeType: 'text/plain' })
export class NoteResource extends ResourceTemplateContext {
  readonly #store = inject(NoteStore);

  execute(uri: string, { id }: { id: string }) {
    const note = this.#store.find(id);
    if (note === undefined) throw new Error(`no note at ${uri}`);
    return note.text;
  }

  idCompleter(partial: string) {
    return {
      values: this.#store
        .all()
        .map((note) => note.id)
        .filter((id) => id.startsWith(partial)),
    };
  }
}
