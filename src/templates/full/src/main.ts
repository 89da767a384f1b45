import { Service } from '@service/sdk';
import { CalcApp } from './calc/calc.app';
import { NotesApp } from './notes/notes.app';
import { TimingPlugin } from './timing.plugin';

@Service({
  info: { name: 'desk', version: '0.1.0', title: 'Desk' },
  instructions: 'Keeps notes and calculates.',
  apps: [NotesApp, CalcApp],
  plugins: [TimingPlugin],
})
export class Server {}
