import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { rejection } from '../../../../../test/support/testing-package.ts';
import { httpMock } from './http-mock.ts';

const folder = mkdtempSync(join(tmpdir(), 'service-cassette-'));
const file = join(folder, 'e2e/api.json');
const ci = process.env['CI'];
let asked = 0;
const api = createServer((request, response) => {
  const { headers, url } = request;
  const key = String(headers['x-auth-key']);
  if (url?.startsWith('/echo')) return void response.end(`${key} ${btoa(key)} 1.0`);
  asked += 1;
  if (url === '/picture') return void response.end(Buffer.from([0xff, 0xd8, 0x00]));
  response.writeHead(201, { 'content-type': 'application/json', 'set-cookie': 'session=secret', 'x-kept': 'yes' });
  response.end(JSON.stringify({ count: asked, access_token: 'hunter2', nested: { pin: '1234' } }));
});
const base = await new Promise<string>((resolve) => {
  api.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(api.address() as AddressInfo).port}`));
});

test.before(() => {
  delete process.env['CI'];
});
test.after(() => {
  api.close();
  if (ci !== undefined) process.env['CI'] = ci;
  rmSync(folder, { recursive: true });
});

const post = (body: object): Promise<Response> =>
  fetch(`${base}/items?access_token=hunter2`, { method: 'POST', body: JSON.stringify(body), headers: { authorization: 'Bearer hunter2' } });

test('[testing.cassette-forms] credentials in forms are not recorded', async () => {
  const recording = httpMock.cassette(join(folder, 'form.json'), { mode: 'record', redact: ['pin'] });
  const form = { grant_type: 'password', client_secret: 'hunter2', password: 'hunter2', pin: 'hunter2' };
  await fetch(`${base}/token?api_key=hunter2`, { method: 'POST', body: new URLSearchParams(form) });
  recording.restore();
  const recorded = readFileSync(join(folder, 'form.json'), 'utf8');
  assert.not.match(recorded, 'hunter2');
  assert.match(recorded, 'grant_type=password');
  const replaying = httpMock.cassette(join(folder, 'form.json'), { redact: ['pin'] });
  const again = { ...form, client_secret: 'another' };
  assert.is((await fetch(`${base}/token?api_key=other`, { method: 'POST', body: new URLSearchParams(again) })).status, 201);
  replaying.restore();
  asked = 0;
});

test('[testing.cassette-sent] an answer that repeats a credential of this or an earlier request is recorded without it', async () => {
  const path = join(folder, 'echo.json');
  const ask = (key: string, place: string): Promise<Response> => fetch(`${base}/echo/${place}`, { headers: { 'x-auth-key': key } });
  const recording = httpMock.cassette(path, { mode: 'record' });
  const answer = await (await ask('hunter2hunter2', 'hunter2hunter2')).text();
  assert.is(answer, `hunter2hunter2 ${btoa('hunter2hunter2')} 1.0`);
  await ask('hunter3hunter3', 'hunter2');
  recording.restore();
  assert.not.match(readFileSync(path, 'utf8'), /hunter[23]hunter|aHVudGVy/);
  const replaying = httpMock.cassette(path);
  assert.match(await (await ask('another-key', 'another-key')).text(), /^\[redacted\] \[redacted\]\S* 1\.0$/);
  replaying.restore();
});

test('a cassette records the first time and replays from then on, without secrets', async () => {
  const recording = httpMock.cassette(file, { redact: ['pin'] });
  assert.is(recording.isRecording, true);
  const first = await post({ a: 1, pin: 9 });
  assert.equal(await first.json(), { count: 1, access_token: 'hunter2', nested: { pin: '1234' } });
  await post({ a: 1, pin: 9 });
  const picture = await (await fetch(`${base}/picture`)).arrayBuffer();
  recording.restore();
  const written = readFileSync(file, 'utf8');
  assert.not.match(written, /hunter2|1234|session=/);

  api.close();
  api.closeAllConnections();
  const replaying = httpMock.cassette(file, { redact: ['pin'] });
  try {
    const counts: unknown[] = [];
    for (let time = 0; time < 3; time += 1) counts.push(((await (await post({ a: 1, pin: 8 })).json()) as { count: number }).count);
    assert.equal([replaying.isRecording, counts], [false, [1, 2, 2]]);
    const again = await post({ a: 1, pin: 7 });
    assert.equal([again.status, again.headers.get('x-kept'), again.headers.get('set-cookie')], [201, 'yes', null]);
    assert.equal(await (await fetch(`${base}/picture`)).arrayBuffer(), picture);
    const { message } = await rejection(post({ a: 2 }));
    assert.match(message, /^The cassette .*api\.json has no answer for POST http:.*%5Bredacted%5D\. Delete the file to record it again\.$/);
    assert.is(asked, 3);
  } finally {
    replaying.restore();
  }
});

test('nothing is recorded where it would be lost, and a file of another kind is refused', () => {
  const missing = join(folder, 'missing.json');
  assert.throws(() => httpMock.cassette(missing, { mode: 'replay' }), /^There is no cassette .*missing\.json\. Record it:/);
  process.env['CI'] = '1';
  assert.throws(() => httpMock.cassette(missing), /There is no cassette/);
  assert.is(existsSync(missing), false);
  delete process.env['CI'];
  writeFileSync(missing, '{}');
  assert.throws(() => httpMock.cassette(missing), /missing\.json is no cassette of this version\. Delete it/);
});

test.run();
