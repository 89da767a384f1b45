import { createServer } from 'node:http';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { freePort } from '../../scripts/serving/free-port.ts';
import { Connection, Refused } from './connection.ts';
import { printPost } from './requests.ts';

test('answers end where HTTP says, with a length and in chunks, and a refusal is no answer', async () => {
  const port = await freePort();
  const server = createServer((request, response) => {
    request.resume();
    const { kind } = request.headers;
    if (kind === 'refuse') response.writeHead(400).end('no');
    else if (kind === 'chunks') {
      response.write('data: one\n');
      response.end('data: two\n');
    } else response.writeHead(200, { 'content-length': '3' }).end('yes');
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const connection = await Connection.open(port);
  const ask = (kind: string) => connection.ask(printPost(port, { kind }, '{}'));
  assert.is((await ask('length')).body, 'yes');
  assert.is((await ask('chunks')).body, 'data: one\ndata: two\n');
  try {
    await ask('refuse');
    assert.unreachable();
  } catch (failure) {
    assert.instance(failure, Refused);
  }
  let answers = 0;
  await connection.repeat(Buffer.from(printPost(port, { kind: 'length' }, '{}')), () => ++answers < 100);
  assert.is(answers, 100);
  connection.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

test.run();
