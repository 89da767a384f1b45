import initSqlJs from 'sql.js';

export async function probe(): Promise<string> {
  const SQL = await initSqlJs();
  const database = new SQL.Database();
  const [result] = database.exec("select 'seven' as name");
  return String(result?.values[0]?.[0]);
}
