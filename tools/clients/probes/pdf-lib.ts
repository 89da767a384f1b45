import { PDFDocument, StandardFonts } from 'pdf-lib';

export async function probe(): Promise<string> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  document.addPage([200, 100]).drawText('hello', { font });
  const bytes = await document.save();
  return new TextDecoder().decode(bytes.subarray(0, 5));
}
