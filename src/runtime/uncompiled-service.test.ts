import { spawn } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { copyFixture } from '../../test/support/compile.ts';
import { initializeBody, parseMessage } from '../../test/support/wire-client.ts';

const tsx = import.meta.resolve('tsx');

const server = `
  import { bootstrap, createDirect, runStdio, Service, tool } from '@service/sdk';
  const ping = tool({ name: 'ping', description: 'Answers pong.' })(() => 'pong');
  @Service({ info: { name: 'small', version: '1.0.0' }, tools: [ping], http: { port: 0 } })
  export class Server {}
`;

/** Files of a project by path; the last argument of the program is foreign to the server's own flags where it is only imported. */
const files: Readonly<Record<string, string>> = {
  'src/main.ts': server,
  'src/imports.ts': `import { Server } from './main.ts'; console.log('imported ' + Server.name);`,
  'src/uses.ts': `import { createDirect } from '@service/sdk'; import { Server } from './main.ts';
    const direct = await createDirect(Server); console.log(JSON.stringify(await direct.callTool('ping', {}))); await direct.dispose();`,
  'src/stdio.ts': `${server} void runStdio(Server);`,
  'src/twice.ts': `${server} await new Promise(setImmediate); await bootstrap(Server).catch((failure) => { console.log(failure.code, failure.message); process.exit(0); });`,
  'src/own.test.ts': `import { test } from 'node:test'; import { Service } from '@service/sdk';
    test('declares', () => { @Service({ info: { name: 'a', version: '1.0.0' }, tools: [] }) class Server {} console.log(Server.name); });`,
};

interface End {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const test = suite<{ root: string; remove: () => void; run: (file: string, input?: string) => Promise<End> }>('uncompiled Service');

test.before((context) => {
  const project = copyFixture('calculator', files);
  const run = (file: string, input = ''): Promise<End> =>
    new Promise((resolve) => {
      const args = [
        '--import',
        tsx,
        '--conditions=service-source',
        join(project.root, file),
        ...(file.endsWith('main.ts') ? [] : ['--foreign']),
      ];
      const child = spawn(process.execPath, args, { env: { PATH: process.env['PATH'], HOME: project.root } });
      let [stdout, stderr] = ['', ''];
      child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
      child.stderr.on('data', (chunk: Buffer) => {
        stderr += chunk.toString();
        if (stderr.includes('is listening at')) child.kill('SIGTERM');
      });
      child.stdin.end(input);
      child.once('close', (code) => resolve({ code, stdout, stderr }));
    });
  symlinkSync(join(project.root, 'src/main.ts'), join(project.root, 'linked-main.ts'));
  Object.assign(context, { ...project, run });
});

test.after(({ remove }) => remove());

test('[I16.import.program-file] the file that the process was started with serves, also by a link', async ({ run }) => {
  for (const file of ['src/main.ts', 'linked-main.ts']) {
    const { code, stderr } = await run(file);
    assert.match(stderr, /small 1\.0\.0 is listening at/, file);
    assert.is(code, 0, file);
  }
});

test('[I16.import.imported] an imported server starts nothing, reads no flags, ends nothing, and says at the end that it was not started', async ({
  run,
}) => {
  const { code, stdout, stderr } = await run('src/imports.ts');
  assert.equal([code, stdout], [0, 'imported Server\n'], stderr);
  assert.match(stderr, 'Server was imported and not started: run its own file, or import { bootstrap }');
});

test('a program that uses an imported server itself gets no notice', async ({ run }) => {
  const { code, stdout, stderr } = await run('src/uses.ts');
  assert.equal([code, stderr], [0, '']);
  assert.match(stdout, 'pong');
});

test('[I16.import.own-start] a start function in the same file is the only start: stdio opens no port', async ({ run }) => {
  const { code, stdout, stderr } = await run('src/stdio.ts', `${initializeBody()}\n`);
  assert.is(code, 0, stderr);
  assert.not.match(stderr, 'is listening');
  assert.match(JSON.stringify(parseMessage(stdout).result), '"name":"small"');
});

test('a start function that comes after the decorator’s start is refused, and says what to do', async ({ run }) => {
  const { stdout } = await run('src/twice.ts');
  assert.is(
    stdout,
    'CONFIG_INVALID Server is started already, since its file is the program: call bootstrap before anything is awaited, or write serve: false in its decorator\n',
  );
});

test('a class that a test declares while it runs starts nothing', async ({ run }) => {
  const { code, stdout, stderr } = await run('src/own.test.ts');
  assert.is(code, 0, stdout);
  assert.not.match(stderr, 'is listening');
});

test.run();
