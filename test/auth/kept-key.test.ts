/* The key of jwks.json, which outlives a process outside production. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SignInProject } from '../support/sign-in-project.ts';

const project = new SignInProject();
const places: string[] = [];
test.before(() => project.build());
test.after(async () => {
  await project.close();
  for (const place of places) rmSync(place, { recursive: true, force: true });
});

function newPlace(): string {
  const place = mkdtempSync(join(tmpdir(), 'service-kept-key-'));
  places.push(place);
  return place;
}

/** What a server in this place shows, and what it logs. */
async function shownIn(
  cwd: string | undefined,
  variables: Readonly<Record<string, string>> = {},
): Promise<{ text: string; stderr: string }> {
  const server = await project.boot({ ...(cwd === undefined ? {} : { cwd }), variables });
  const { status, text } = await server.oauth.get('/.well-known/jwks.json');
  assert.is(status, 200, text);
  await server.stop();
  return { text, stderr: server.boot.output.stderr };
}

test('[D1.jwks.kept] it is written below .service/keys, for its owner alone, and shown again by the next start', async () => {
  const place = newPlace();
  const { text } = await shownIn(place);
  const folder = join(place, '.service', 'keys');
  assert.equal(readdirSync(folder), ['jwks.json'], 'nothing is left of the writing');
  assert.is(statSync(join(folder, 'jwks.json')).mode & 0o777, 0o600);
  assert.is(statSync(folder).mode & 0o777, 0o700);
  assert.equal({ keys: [JSON.parse(readFileSync(join(folder, 'jwks.json'), 'utf8'))] }, JSON.parse(text), 'the public half and no more');
  assert.is((await shownIn(place)).text, text);
});

test('[D1.jwks.kept] a file that holds no key is replaced, and what else a file holds is not shown', async () => {
  const place = newPlace();
  const file = join(place, '.service', 'keys', 'jwks.json');
  mkdirSync(join(place, '.service', 'keys'), { recursive: true });
  writeFileSync(file, '{"kty":"RSA"');
  const { text } = await shownIn(place);
  assert.equal({ keys: [JSON.parse(readFileSync(file, 'utf8'))] }, JSON.parse(text));
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), d: 'private' }));
  assert.is((await shownIn(place)).text, text);
});

test('[D1.jwks.kept] nothing is written in production or into the output of a build', async () => {
  const place = newPlace();
  await shownIn(place, { NODE_ENV: 'production', SERVICE_PUBLIC_URL: 'http://localhost' });
  assert.equal(readdirSync(place), []);
  await shownIn(project.folder);
  assert.not.ok(existsSync(join(project.folder, '.service')));
});

test('a test that names no place keeps nothing in the folder of the test run', async () => {
  const kept = (): boolean => existsSync('.service/keys/jwks.json');
  const before = kept();
  await shownIn(undefined);
  assert.is(kept(), before);
});

test('[D1.jwks.kept] a folder that cannot be written is a warning', async () => {
  const place = newPlace();
  writeFileSync(join(place, '.service'), 'a file where the folder would be');
  assert.match((await shownIn(place)).stderr, 'the key of jwks.json could not be kept in');
});

test.run();
