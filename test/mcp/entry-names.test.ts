/* Names of prompts and resources that are no identifiers, and templates on the base class of resources, in every way to run a server. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { answerTo, everyWay, startProject, writeProject } from '../support/ways-to-run.ts';
import { modernRequest } from '../support/wire-client.ts';

const test = suite('names of entries');

const source = `import { App, prompt, PromptContext, Prompt, resource, ResourceContext, ResourceTemplate, Service } from '@service/sdk';

const asked = prompt({ name: '要約する (short)', description: 'x' })(() => 'shortened');
const first = prompt({ name: 'Fix it', description: 'x' })(() => 'first');

@Prompt({ name: 'Fix it', description: 'x' })
class Fix extends PromptContext<Record<string, string>, string> {
  execute() {
    return 'second';
  }
}
@App({ name: 'Own', prompts: [Fix] })
class Own {}

@ResourceTemplate({ name: 'Règles / chapter', uriTemplate: 'x://rules/{chapter}', mimeType: 'text/plain' })
class Rules extends ResourceContext<{ chapter: string }, string> {
  async execute(_uri: string, params: { chapter: string }) {
    return \`\${params.chapter} \${this.params.chapter}\`;
  }
}
const motto = resource({ name: '🛠️ motto', uri: 'x://motto', mimeType: 'text/plain' })(() => 'louder');

@Service({ info: { name: 'names', version: '1.0.0' }, apps: [Own], prompts: [asked, first], resources: [Rules, motto] })
export default class Server {}
`;

const expected: readonly (readonly [string, Record<string, unknown>, string])[] = [
  ['prompts/list', {}, '"name":"要約する (short)"'],
  ['prompts/get', { name: '要約する (short)' }, 'shortened'],
  ['prompts/get', { name: 'own:Fix it' }, 'second'],
  ['prompts/get', { name: 'Fix it' }, 'first'],
  ['resources/templates/list', {}, '"name":"Règles / chapter"'],
  ['resources/read', { uri: 'x://rules/one' }, '"one one"'],
  ['resources/list', {}, '"name":"🛠️ motto"'],
];

test('[D4.entries.printable-names] [D4.authoring.types] prompts and resources have any printable name, and Mcp-Name carries it', async () => {
  const project = writeProject({ 'src/main.ts': source });
  try {
    for (const way of everyWay) {
      const running = await startProject(project.root, way);
      try {
        for (const [method, params, text] of expected) {
          const answer = await answerTo(running.url, method, params);
          assert.ok(answer.includes(text), `${way} ${method} ${answer}`);
        }
        const other = modernRequest('prompts/get', { name: '要約する (short)' }, { headers: { 'mcp-name': 'Fix it' } });
        assert.match(await (await fetch(running.url, { method: 'POST', ...other })).text(), '-32020', way);
      } finally {
        await running.stop();
      }
    }
  } finally {
    project.remove();
  }
});

test.run();
