import { Service } from '@service/sdk';
import { NotesApp } from './notes.app';

@Service({
  info: { name: 'notes', version: '0.1.0', title: 'Notes' },
  instructions: 'Searches the notes in the one folder that the user has chosen.',
  apps: [NotesApp],
})
export class Server {}
