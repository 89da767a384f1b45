/* Addresses of skills beside routes of the author: what a build refuses. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { nodeTarget } from '../../src/targets/node/target.ts';
import { build, copyFixture, requestOf } from '../support/compile.ts';

const plain = (options: string): string => `
import { Service, skill } from '@service/sdk';
const one = skill({ name: 'one', description: 'One.', instructions: 'Do.' });
@Service({ info: { name: 'tea', version: '1.0.0' }, skills: [one], ${options} })
export class Server {}
`;

test('[K4.paths] no route takes an address of the skills, and no address one of the server', async () => {
  const found = async (config: string): Promise<string> => {
    const project = copyFixture('skills', { 'src/main.ts': plain(config) });
    const { diagnostics } = await build(requestOf(project.root, 'skills'), nodeTarget);
    project.remove();
    return diagnostics.map(({ code, message }) => `${code}: ${message}`).join('\n');
  };
  const route = (path: string) => `http: { routes: [{ method: 'GET', path: '${path}', handler: () => new Response('x') }] }`;
  assert.match(
    await found(`${route('/skills/mine')}, skillsConfig: { enabled: true }`),
    /reserved-route: .*\/skills\/mine.*skills are there/,
  );
  assert.match(await found(`${route('/llm.txt')}, skillsConfig: { enabled: true }`), /reserved-route: .*\/llm\.txt/);
  assert.is(await found(`${route('/llm.txt')}, skillsConfig: { enabled: true, llmTxt: false }`), '');
  assert.is(await found(route('/skills/mine')), '');
  assert.match(await found("skillsConfig: { enabled: true, prefix: '/oauth' }"), 'sign-in is there');
});

test.run();
