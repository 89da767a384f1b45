import 'reflect-metadata';
import initSqlJs from 'sql.js/dist/sql-asm.js';
import { DataSource } from 'typeorm';
import { Author } from './author.entity.ts';
import { Note } from './note.entity.ts';

/** In memory; opened by the first call, never while definitions are evaluated. */
export async function openDatabase(): Promise<DataSource> {
  const driver = await initSqlJs();
  return new DataSource({ type: 'sqljs', driver, entities: [Author, Note], synchronize: true }).initialize();
}
