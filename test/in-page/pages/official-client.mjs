/* Version 1 of the official SDK, whose types our own type check does not know: it lies in tools/judges. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { ElicitRequestSchema, ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';

export async function openOfficial(transport, heard = () => undefined) {
  const client = new Client({ name: 'official', version: '1.0.0' }, { capabilities: { elicitation: {} } });
  client.setRequestHandler(ElicitRequestSchema, () => ({ action: 'accept', content: { word: 'official' } }));
  client.setNotificationHandler(ToolListChangedNotificationSchema, () => heard());
  await client.connect(transport);
  return client;
}
