import knex from 'knex';

export async function probe(): Promise<string> {
  const database = knex({ client: 'better-sqlite3', connection: { filename: ':memory:' }, useNullAsDefault: true });
  await database.schema.createTable('notes', (table) => void table.string('text'));
  await database('notes').insert({ text: 'kept' });
  const [row] = await database('notes').select('text');
  await database.destroy();
  return String(row?.text);
}
