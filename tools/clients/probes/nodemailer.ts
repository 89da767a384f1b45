import { createTransport } from 'nodemailer';

export async function probe(): Promise<string> {
  const transport = createTransport({ jsonTransport: true });
  const sent = await transport.sendMail({ from: 'a@example.com', to: 'b@example.com', subject: 'hello' });
  return String(JSON.parse(String(sent.message)).subject);
}
