import 'reflect-metadata';
import { DataSource, EntitySchema } from 'typeorm';

interface Note {
  readonly id: number;
  readonly text: string;
}

const notes = new EntitySchema<Note>({
  name: 'note',
  columns: { id: { type: Number, primary: true }, text: { type: String } },
});

export async function probe(): Promise<string> {
  const source = new DataSource({ type: 'better-sqlite3', database: ':memory:', entities: [notes], synchronize: true });
  await source.initialize();
  await source.getRepository(notes).save({ id: 1, text: 'kept' });
  const found = await source.getRepository(notes).findOneBy({ id: 1 });
  await source.destroy();
  return found?.text ?? 'nothing';
}
