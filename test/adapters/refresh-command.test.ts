/* `service build --refresh` and what a build says of adapters, as the command line prints it. */
import { createServer } from 'node:http';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { runCli } from '../support/cli/run-cli.ts';
import { writeProject } from '../support/ways-to-run.ts';

const main = (url: string): string => `import { Adapter, DynamicAdapter, Service, tool, type PrepareIo } from '@service/sdk';

@Adapter({ name: 'lists' })
class Lists extends DynamicAdapter<{ name: string; url: string }> {
  static async prepare({ url }: { url: string }, io: PrepareIo) {
    const { bytes } = await io.read(url, { allowPrivate: true });
    const names: string[] = JSON.parse(new TextDecoder().decode(bytes));
    for (const name of names) io.report({ level: 'info', about: name, text: 'kept' });
    io.report({ level: 'warning', about: 'rest', text: 'left out' });
    return names;
  }
  entries(names: readonly string[]) {
    return { tools: names.map((name) => tool({ name, description: 'Is listed.' })(() => name)) };
  }
}

@Service({ info: { name: 'small', version: '1.0.0' }, adapters: [Lists.init({ name: 'far', url: '${url}' })] })
export default class Server {}
`;

test('[A13.refresh] the command tells what the fetched documents change, and builds with them', async () => {
  let names = ['one', ...Array.from({ length: 25 }, (_, at) => `more-${at}`)];
  const source = createServer((_request, response) => void response.end(JSON.stringify(names)));
  source.listen(0, '127.0.0.1');
  await once(source, 'listening');
  const address = source.address();
  const url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/lists.json`;
  const project = writeProject({ 'src/main.ts': main(url) });
  const run = (...args: readonly string[]) =>
    runCli(['build', '--no-check', '--no-prove', '--target', 'node', ...args], { cwd: project.root });
  try {
    const early = await run();
    assert.is(early.code, 1);
    assert.match(early.stderr, /document-not-locked/);
    assert.match(early.stderr, /service build --refresh/);

    const first = await run('--refresh');
    assert.is(first.code, 0, first.stderr);
    assert.match(first.stdout, new RegExp(`^added +${url} \\(`));
    assert.match(first.stdout, /node: far: one: kept\n/);
    assert.match(first.stdout, /node: 6 more lines of adapters, listed by --json/);
    assert.match(first.stderr, /warning prepare-warning: far: rest: left out/);
    assert.match((await run()).stdout, /unchanged/);

    // A build sees that the copy is another one.
    const { documents } = JSON.parse(readFileSync(join(project.root, 'service.lock.json'), 'utf8')) as { documents: { file: string }[] };
    const copy = join(project.root, 'service.lock', documents[0]?.file ?? '');
    const good = readFileSync(copy);
    writeFileSync(copy, '[]');
    assert.match((await run()).stderr, /document-not-as-locked/);
    writeFileSync(copy, good);

    names = ['two'];
    const second = await run('--refresh');
    assert.match(second.stdout, new RegExp(`^changed +${url} \\(`));
    assert.match(second.stdout, /breaking +tool one +/);
    assert.match(second.stdout, /26 breaking, 1 added, 0 compatible, 0 wording since the locked documents/);
    const data = JSON.parse((await run('--force', '--json')).stdout) as { data: { outputs: { tools: number; adapters: object[] }[] } };
    assert.is(data.data.outputs[0]?.tools, 1);
    assert.equal(data.data.outputs[0]?.adapters, [
      { adapter: 'far', level: 'info', about: 'two', text: 'kept' },
      { adapter: 'far', level: 'warning', about: 'rest', text: 'left out' },
    ]);

    source.closeAllConnections();
    await new Promise((resolve) => source.close(resolve));
    const away = await run('--refresh');
    assert.is(away.code, 1);
    assert.match(away.stderr, /document-refused: .*could not be reached/);
    assert.is((await run('--force')).code, 0);
  } finally {
    source.close();
    project.remove();
  }
});

test.run();
