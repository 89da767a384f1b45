import { App } from '@service/sdk';
import { SearchNotesTool } from './tools/search-notes.tool';

@App({ id: 'notes', name: 'Notes', tools: [SearchNotesTool] })
export class NotesApp {}
