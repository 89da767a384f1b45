import { connectOfficial, type ClientMake, type Endpoint, type OfficialClient } from '../clients/official-client.ts';

/** Everything a first user would try, over one connection; the text is what the demo prints. */
export async function useServer(make: ClientMake, endpoint: Endpoint): Promise<string> {
  const client = await connectOfficial(make, endpoint);
  try {
    return [await callSomething(client), await readSomething(client), await getSomething(client)].join('\n');
  } finally {
    await client.close();
  }
}

async function callSomething(client: OfficialClient): Promise<string> {
  const { tools } = await client.listTools();
  expect(tools.length > 0, 'tools/list answered no tool');
  const lines = [`tools:     ${tools.map(({ name }) => name).join(', ')}`];
  const result = await client.callTool({ name: 'add', arguments: { a: 2, b: 3 } });
  expect(result.isError !== true, `add { a: 2, b: 3 } answered an error: ${JSON.stringify(result.content)}`);
  expect(JSON.stringify(result).includes('5'), `add { a: 2, b: 3 } answered ${JSON.stringify(result)}`);
  lines.push(`call:      add { a: 2, b: 3 } -> ${JSON.stringify(result.structuredContent ?? result.content)}`);
  const refused = await client.callTool({ name: 'add', arguments: { a: 'two', b: 3 } });
  expect(refused.isError === true, 'add { a: "two", b: 3 } was not refused');
  lines.push(`bad input: add { a: "two", b: 3 } -> ${firstLine(refused.content[0]?.text)}`);
  return lines.join('\n');
}

async function readSomething(client: OfficialClient): Promise<string> {
  const { resources } = await client.listResources();
  const [first] = resources;
  if (!first) throw new Error('resources/list answered no resource');
  const { contents } = await client.readResource({ uri: first.uri });
  expect(contents[0]?.text !== undefined, `${first.uri} has no text`);
  return `resource:  ${first.uri} -> ${firstLine(contents[0]?.text)}`;
}

async function getSomething(client: OfficialClient): Promise<string> {
  const { prompts } = await client.listPrompts();
  const [first] = prompts;
  if (!first) throw new Error('prompts/list answered no prompt');
  const { messages } = await client.getPrompt({
    name: first.name,
    arguments: Object.fromEntries((first.arguments ?? []).map(({ name }) => [name, '2 + 3'])),
  });
  expect(messages.length > 0, `${first.name} has no message`);
  return `prompt:    ${first.name} -> ${firstLine(JSON.stringify(messages[0]?.content))}`;
}

function expect(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(otherwise);
}

const firstLine = (text: string | undefined): string => (text ?? '').split('\n')[0]?.slice(0, 120) ?? '';
