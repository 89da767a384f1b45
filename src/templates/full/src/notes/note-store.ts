import { Provider } from '@service/sdk';

export interface Note {
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

/** One store for the whole server. Replace its body by your database; nothing else changes. */
@Provider({ name: 'note-store' })
export class NoteStore {
  readonly #notes = new Map<string, Note>([['welcome', { id: 'welcome', title: 'Welcome', text: 'Write me a note.' }]]);

  add(title: string, text: string): Note {
    const note = { id: `note-${String(this.#notes.size)}`, title, text };
    this.#notes.set(note.id, note);
    return note;
  }

  find(id: string): Note | undefined {
    return this.#notes.get(id);
  }

  all(): readonly Note[] {
    return [...this.#notes.values()];
  }
}
