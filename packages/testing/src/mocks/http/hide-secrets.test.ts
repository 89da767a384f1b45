import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SecretHider } from './hide-secrets.ts';

const hider = new SecretHider(['Pin-Code']);
const value = 'hunter2.hunter2';
const names = 'accessToken access_token ACCESS-TOKEN refreshToken idToken id_token_hint X-Auth-Token x-api-key apiKey api_key clientSecret client-secret password passwd userPassword passphrase Authorization Proxy-Authorization Set-Cookie sessionId csrfToken _csrf X-Amz-Security-Token X-Amz-Signature codeVerifier client_assertion device_code privateKey aws_secret_access_key jwt otp pinCode pin session passcode mfa_code access_key_id connection_string private_key_pem'.split(' '); // prettier-ignore

const parts = (name: string): string =>
  `--b1\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n--b1\r\nContent-Disposition: form-data; name="note"\r\n\r\nkept\r\n--b1--\r\n`;

const bodies: Readonly<Record<string, (name: string) => readonly [text: string, type?: string]>> = {
  JSON: (name) => [JSON.stringify({ note: 'kept', nested: [{ [name]: value }] }), 'application/json'],
  'what is below a name': (name) => [JSON.stringify({ note: 'kept', [name]: { value, list: [value] } })],
  'JSON in a text of JSON': (name) => [JSON.stringify({ note: 'kept', body: JSON.stringify({ [name]: value }) })],
  'an address in JSON': (name) => [JSON.stringify({ note: 'kept', next: `https://api.example/x?a=1&${name}=${value}` })],
  'a form': (name) => [`note=kept&${name}=${value}`, 'application/x-www-form-urlencoded; charset=utf-8'],
  'a form without its type': (name) => [`note=kept&${name}=${value}`],
  'a multipart form': (name) => [parts(name), 'multipart/form-data; boundary=b1'],
  events: (name) => [`event: kept\ndata: ${JSON.stringify({ [name]: value })}\n\n`, 'text/event-stream'],
  'lines of JSON': (name) => [`{"note":"kept"}\n${JSON.stringify({ [name]: value })}\n`, 'application/x-ndjson'],
  'a script in a page': (name) => [`<p>kept</p><script>start({ "${name}": "${value}" })</script>`, 'text/html'],
  'an address in a text': (name) => [`kept: see https://api.example/x?${name}=${value} and so on`, 'text/plain'],
  'a form in JSON': (name) => [JSON.stringify({ note: 'kept', body: `${name}=${value}&x=1` })],
  'a form in an event': (name) => [`event: kept\ndata: ${name}=${value}&x=1\n\n`, 'text/event-stream'],
  'JSON as one text': (name) => [JSON.stringify(JSON.stringify({ note: 'kept', [name]: value }))],
  'a field as data': (name) => [JSON.stringify([{ name, value, note: 'kept' }])],
  'a header in a text': (name) => [`kept\n${name}: ${value}\n`, 'text/plain'],
  'an element': (name) => [`<kept/><${name}>${value}</${name}>`, 'application/xml'],
  'a field of a page': (name) => [`<p>kept</p><input name="${name}" type="hidden" value="${value}">`, 'text/html'],
  'a multipart form without quotes': (name) => [parts(name).replaceAll('"', ''), 'multipart/form-data; boundary=b1'],
  'the fragment of an address': (name) => [`kept https://app.example/#${name}=${value}`, 'text/plain'],
};

for (const [kind, make] of Object.entries(bodies))
  test(`[testing.cassette-names] credentials of every spelling are taken out of ${kind}`, () => {
    for (const name of names) {
      const [text, type] = make(name);
      const hidden = hider.inBody(text, type);
      assert.not.ok(hidden.includes('hunter2'), `${name}: ${hidden}`);
      assert.match(hidden, 'kept');
    }
  });

test('[testing.cassette-names] headers by their names, and what other headers hold', () => {
  for (const name of names) assert.ok(hider.isSecret(name), name);
  assert.is(
    hider.inText(`https://app.example/callback?code=${value}&state=kept`),
    'https://app.example/callback?code=%5Bredacted%5D&state=kept',
  );
  for (const text of [
    `<https://api.example/?page=2&access_token=${value}>; rel="next"`,
    `https://ada:${value}@api.example/`,
    `Bearer ${value}`,
    `eyJhbGciOiJub25lIn0.eyJzdWIiOiJodW50ZXIyIn0.hunter2`,
  ])
    assert.not.match(hider.inText(text), /hunter2|eyJzdWIi/);
});

test('[testing.cassette-names] what is no credential is kept', () => {
  const data = { code: 'NOT_FOUND', key: 'a', token_type: 'Bearer', max_tokens: 80, nextPageToken: 'p2', author: 'Ada', signed: true };
  assert.equal(JSON.parse(hider.inBody(JSON.stringify(data))), data);
  for (const text of ['Basic understanding of bearer plants: a = b', 'a=b is what remains; x: y', 'https://a.example/?q=code&page=2'])
    assert.is(hider.inText(text), text);
});

test.run();
