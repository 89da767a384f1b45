/* What doctor asks of the address of a server, when a stranger answers there. */
import { createServer } from 'node:http';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { listen } from '../../../test/support/listen.ts';
import { PublisherFolder } from '../../../test/support/registry/publisher.ts';
import { loadProject } from '../../config/load-project.ts';
import { checkPublicUrl } from './check-public-url.ts';

test('[foreign.bounded] a server that names a thousand issuers, odd values or no end is asked a few times', async () => {
  const folder = new PublisherFolder();
  let asked = 0;
  let answer = '';
  const server = createServer((_request, response) => {
    asked += 1;
    response.writeHead(200, { 'content-type': 'application/json' });
    if (answer !== '') return void response.end(answer);
    const fill = (): void => void (response.writableEnded || response.destroyed || response.write(' '.repeat(65_536), fill));
    fill();
  });
  const url = `http://127.0.0.1:${await listen(server)}`;
  try {
    folder.write('service.config.json', JSON.stringify({ name: 'weather', env: { shared: { SERVICE_PUBLIC_URL: url } } }));
    const project = await loadProject({ cwd: folder.root, env: {}, flags: {}, targets: [] });
    const look = async (): Promise<readonly string[]> => {
      const found = await checkPublicUrl({ call: folder.call({}), root: folder.root, project, analysis: async () => undefined });
      return found.map(({ name, says }) => `${name}: ${says}`);
    };
    const issuers = Array.from({ length: 1000 }, (_, at) => `${url}/${at}`);
    answer = JSON.stringify({ resource: { toString: 1 }, issuer: { valueOf: 1 }, authorization_servers: [...issuers, 7, { toString: 1 }] });
    assert.match((await look()).join('\n'), 'the protected resource names itself {"toString":1}');
    assert.is(asked, 6);
    answer = '';
    assert.match((await look()).join('\n'), `${url} answers`);
  } finally {
    server.closeAllConnections();
    server.close();
    folder.remove();
  }
});

test.run();
