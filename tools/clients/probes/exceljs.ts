import ExcelJS from 'exceljs';

export async function probe(): Promise<string> {
  const book = new ExcelJS.Workbook();
  book.addWorksheet('One').addRow(['hello', 2]);
  const again = new ExcelJS.Workbook();
  await again.xlsx.load(await book.xlsx.writeBuffer());
  return String(again.getWorksheet('One')?.getCell('A1').value);
}
