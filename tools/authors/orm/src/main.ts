import { App, Provider, Service, Tool, ToolContext, inject } from '@service/sdk';
import { getMetadataArgsStorage } from 'typeorm';
import { z } from 'zod';
import { Author } from './author.entity.ts';
import { openDatabase } from './database.ts';
import { Note } from './note.entity.ts';
import { Priority } from './priority.ts';

@Provider({ name: 'database' })
class Database {
  readonly opened = openDatabase();
}

/** What TypeORM will make of the entities: this text is made while the server is built, and once more where the bundle runs. */
const columns = getMetadataArgsStorage()
  .columns.map(({ target, propertyName, options }) => `${typeName(target)}.${propertyName}: ${typeName(options.type)}`)
  .toSorted()
  .join(', ');

function typeName(type: unknown): string {
  return typeof type === 'function' ? type.name : String(type);
}

@Tool({
  name: 'add-note',
  description: `Keeps a note. ${columns}`,
  inputSchema: { author: z.string().describe('Who.'), title: z.string().describe('What.'), urgent: z.boolean().describe('How soon.') },
  outputSchema: { notes: z.array(z.string()), columns: z.string() },
})
class AddNoteTool extends ToolContext {
  private readonly database = inject(Database);

  async execute(input: { author: string; title: string; urgent: boolean }): Promise<{ notes: string[]; columns: string }> {
    const source = await this.database.opened;
    const authors = source.getRepository(Author);
    const notes = source.getRepository(Note);
    const author = (await authors.findOneBy({ name: input.author })) ?? (await authors.save(authors.create({ name: input.author })));
    const priority = input.urgent ? Priority.High : Priority.Low;
    await notes.save(notes.create({ title: input.title, priority, done: false, due: new Date('2026-01-02'), author }));
    const all = await notes.find({ order: { id: 'ASC' } });
    const said = all.map(
      (note) => `${note.author.name}: ${note.title} (${note.priority}, ${note.due.getUTCFullYear()}, ${String(note.done)})`,
    );
    return { notes: said, columns };
  }
}

@App({ name: 'Notes', tools: [AddNoteTool], providers: [Database] })
class Notes {}

@Service({ info: { name: 'decorated-orm', version: '1.0.0' }, apps: [Notes] })
export class Server {}
