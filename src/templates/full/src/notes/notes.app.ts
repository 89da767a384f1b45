import { App } from '@service/sdk';
import { AddNoteTool } from './add-note.tool';
import { ImportNotesTool } from './import-notes.tool';
import { NoteResource } from './note.resource';
import { NoteStore } from './note-store';
import { NotesResource } from './notes.resource';
import { SummarizePrompt } from './summarize.prompt';

@App({
  id: 'notes',
  name: 'Notes',
  providers: [NoteStore],
  tools: [AddNoteTool, ImportNotesTool],
  resources: [NotesResource, NoteResource],
  prompts: [SummarizePrompt],
})
export class NotesApp {}
