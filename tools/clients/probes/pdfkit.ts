import PDFDocument from 'pdfkit';

export async function probe(): Promise<string> {
  const document = new PDFDocument();
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((resolve) => document.on('end', resolve));
  document.font('Helvetica').text('hello');
  document.end();
  await ended;
  return Buffer.concat(chunks).subarray(0, 5).toString();
}
