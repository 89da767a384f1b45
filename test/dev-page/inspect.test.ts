/* `service inspect --page`: the page for a server that runs somewhere. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { runCli, startCli } from '../support/cli/run-cli.ts';
import { PlainMcpServer } from '../support/plain-mcp-server.ts';

const test = suite('inspect --page');

test('[dev-page.inspect] the page is served for any address, without a project, until Ctrl-C', async () => {
  const server = await PlainMcpServer.listen({});
  const run = startCli(['inspect', '--page', server.url], { cwd: '/' });
  let said = '';
  const address = await new Promise<string>((resolve) => {
    run.stderr?.on('data', (part: Buffer) => {
      const found = /page (http:\S+)/.exec((said += part.toString()));
      if (found?.[1] !== undefined) resolve(found[1]);
    });
  });
  const { hash, origin } = new URL(address);
  assert.match(await (await fetch(origin)).text(), /<title>127\.0\.0\.1:\d+<\/title>/);
  const events = await fetch(`${origin}/events`, { headers: { 'x-service-page': hash.slice(1) } });
  const first = await events.body?.getReader().read();
  assert.equal(JSON.parse(new TextDecoder().decode(first?.value as Uint8Array)), { kind: 'server', state: 'serving', url: server.url });
  run.kill('SIGINT');
  assert.is((await run).exitCode, 130);
  server.close();
});

test('[dev-page.inspect] what is no address, or asks for something else as well, is refused', async () => {
  for (const args of [
    ['nothing'],
    ['file:///etc/passwd'],
    ['http://user:secret@127.0.0.1/mcp'],
    ['http://127.0.0.1/mcp', 'add'],
    ['http://127.0.0.1/mcp', '--search', 'x'],
  ]) {
    const { code, stderr } = await runCli(['inspect', '--page', ...args]);
    assert.is(code, 2, args.join(' '));
    assert.not.match(stderr, /secret/);
  }
});

test.run();
