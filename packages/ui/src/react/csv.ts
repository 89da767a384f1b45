/** Rows of CSV (RFC 4180): quoted fields may hold commas, line ends and doubled quotes. */
export function readCsv(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [];
  let row: string[] = [];
  const fields = /("(?:[^"]|"")*"|[^,\r\n]*)(,|\r?\n|\r|$)/y;
  while (fields.lastIndex < text.length) {
    const [, field = '', end] = fields.exec(text) ?? [];
    // A quote that never ends: the rest is one field.
    if (end === undefined) return [...rows, [...row, text.slice(fields.lastIndex)]];
    row.push(field.startsWith('"') ? field.slice(1, -1).replaceAll('""', '"') : field);
    if (end === ',' && fields.lastIndex === text.length) row.push('');
    if (end === ',' && fields.lastIndex < text.length) continue;
    rows.push(row);
    row = [];
  }
  return rows;
}
