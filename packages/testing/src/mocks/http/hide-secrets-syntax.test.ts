import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SecretHider } from './hide-secrets.ts';

const hider = new SecretHider([]);
const value = 'hunter2Ab9';
const key = `-----BEGIN RSA PRIVATE KEY-----\n${value}\n${value}\n-----END RSA PRIVATE KEY-----`;

const names = 'tokens apiKeys passwords secrets cookies token_v2 accessTokenValue SecretString authorizationHeader X-Auth-Key Ocp-Apim-Subscription-Key subscription-key x-functions-key DD-APPLICATION-KEY primaryKey signing_key authKey PHPSESSID connect.sid user_session X-Auth set-cookie2 X-Session'.split(' '); // prettier-ignore

test('[testing.cassette-names] names in the plural, with further words, and keys with a qualifier are credentials', () => {
  for (const name of names) {
    assert.ok(hider.isSecret(name), name);
    for (const item of [value, [value], { db: value }, 123456789]) {
      const hidden = hider.inBody(JSON.stringify({ note: 'kept', [name]: item }), 'application/json');
      if (typeof item !== 'number' || !name.endsWith('s')) assert.not.match(hidden, /hunter2|123456789/, name);
      assert.match(hidden, 'kept');
    }
    assert.not.match(hider.inText(`https://api.example/?a=1&${name}=${value}`), 'hunter2', name);
  }
});

test('[testing.cassette-names] names about credentials, counts, positions and keys of data are none', () => {
  const data = {
    max_tokens: 80, input_tokens: 12, tokens: 92, token_type: 'x', password_policy: 'strict', token_endpoint: 'https://id.example/t', nextToken: 'p2',
    publicKey: 'a', foreign_key: 'b', keyId: 'c', 'x-ratelimit-remaining-tokens': '9', monkey: 'd', secretary: 'Ada', tokenizer: 'bpe', session_count: 2,
  }; // prettier-ignore
  const text = JSON.stringify(data);
  assert.is(hider.inBody(text), text);
});

const written: Readonly<Record<string, readonly [text: string, type?: string]>> = {
  'an argument of GraphQL': [JSON.stringify({ query: `mutation { login(user: "kept", password: "${value}") { id } }` })],
  'an element with attributes': [`<kept/><s:Password Type="Text">${value}</s:Password>`, 'text/xml'],
  'an element with children': [`<kept/><password><value>${value}</value></password>`, 'text/xml'],
  'an element with CDATA': [`<kept/><password><![CDATA[${value}<>]]></password>`, 'text/xml'],
  'an attribute': [`<kept token="${value}" a='1'/>`, 'text/xml'],
  'a quoted setting': [`kept\npassword = "${value}"`, 'text/plain'],
  'a variable of a shell': [`kept\nexport API_KEY='${value}'`, 'text/plain'],
  'a quote within a value': [`kept password=O'${value}`, 'text/plain'],
  'indented YAML': [`kept:\n  - password: ${value}\n`, 'text/yaml'],
  'YAML below a name': [`kept: 1\nsecrets:\n  db: ${value}\n\n  other: ${value}\n`, 'text/yaml'],
  'a script without quotes': [`<p>kept</p><script>x={token:"${value}",a:1}</script>`, 'text/html'],
  'a list in a script': [`<p>kept</p><script>x={"tokens":["]",\n"${value}"]}</script>`, 'text/html'],
  'a meta element': [`<meta name="csrf-token" content="${value}"><p>kept</p>`, 'text/html'],
  'a field with its value first': [`<input value="${value}" name="csrf_token"><p>kept</p>`, 'text/html'],
  'escaped JSON': [`kept {\\"access_token\\":\\"${value}\\"}`, 'text/plain'],
  'an address in an address': [`https://kept.example/?next=https%3A%2F%2Fa.example%2F%3Faccess_token%3D${value}`, 'text/plain'],
  'an address in an address twice': [
    `https://kept.example/?next=${encodeURIComponent(`?to=${encodeURIComponent(`?token=${value}`)}`)}`,
    'text/plain',
  ],
  'an address beside a broken escape': [`https://kept.example/?next=%E0%ZZ%3Faccess_token%3D${value}`, 'text/plain'],
  'a name and its colon on two lines': [`kept "token"\n:\n"${value}"`, 'text/plain'],
  'a list in a query': [`https://kept.example/?token[]=${value}&a[token][]=${value}`, 'text/plain'],
  'a list of pairs': [JSON.stringify([['access_token', value], ['note', 'kept']])], // prettier-ignore
  'Key and Value': [JSON.stringify({ Note: 'kept', Key: 'password', Value: value })],
  'field and value': [JSON.stringify({ note: 'kept', value: [value], field: 'password' })],
  'an event of two lines': [`data: {"note":"kept","secret":\ndata: "${value}"}\n\n`, 'text/event-stream'],
  'an event of two lines, with CRLF': [`event: kept\r\ndata: {"secret":\r\ndata: "${value}"}\r\n\r\n`, 'text/event-stream'],
  'an encoded name of a part': [
    `--b\r\nContent-Disposition: form-data; name*=utf-8''pass%77ord\r\n\r\n${value}\r\n--b\r\n\r\nkept\r\n--b--`,
    'multipart/form-data; boundary=b',
  ],
  'a part with short lines': [
    `--b\nContent-Disposition: form-data; name="token"\n\n${value}\n\n--b\n\nkept\n--b--`,
    'multipart/form-data; boundary=b',
  ],
  'JSON after a mark of its encoding': [`\uFEFF{"note":"kept","token":"${value}"}`],
  'JSON after a guard': [`)]}'\n{"note":"kept","token":\n{"value":"${value}"}\n}`],
  'a private key': [`kept\n${key}\n`, 'text/plain'],
  'a private key in JSON': [JSON.stringify({ note: 'kept', pem: key })],
  'tokens by their beginning': [JSON.stringify({ note: 'kept', a: `ghp_${value}${value}${value}`, b: `x sk-proj-${value}-${value}` })],
  'a token without digits': [`kept Bearer hunter2aBcdefghijk, Basic hunter2abc=`, 'text/plain'],
};

for (const [kind, [text, type]] of Object.entries(written))
  test(`[testing.cassette-syntax] credentials are taken out of ${kind}`, () => {
    const hidden = hider.inBody(text, type);
    assert.not.match(hidden, 'hunter2');
    assert.match(hidden, 'kept');
  });

test('[testing.cassette-sent] what a request sent as a credential is hidden in every spelling', () => {
  const secrets = { header: 'Tr0ub4dor&3 "x"', cookie: 'c00kie/value+1', field: 'fi€ld-value', query: 'query~value1', basic: 'pa:ss word' };
  const sent = hider.sentIn({
    headers: {
      authorization: `Basic ${btoa(`ada:${secrets.basic}`)}`,
      'x-auth-key': secrets.header,
      cookie: `a=short; session=${secrets.cookie}`,
    },
    url: `https://api.example/?a=1&token=${encodeURIComponent(secrets.query)}`,
    rawBody: JSON.stringify({ password: secrets.field, note: 'ordinary' }),
  });
  const knowing = hider.knowing(sent);
  for (const secret of Object.values(secrets))
    for (const text of [secret, JSON.stringify(secret), encodeURIComponent(secret), new URLSearchParams({ a: secret }).toString()]) {
      assert.match(knowing.inText(`kept /${text}/ ordinary short`), /^kept .*(?:\[|%5B)redacted(?:\]|%5D).* ordinary short$/, text);
      const members = JSON.parse(knowing.inBody(JSON.stringify({ echo: text, [text]: 1 }))) as object;
      assert.ok(!JSON.stringify(members).includes(JSON.stringify(text).slice(1, -1)), text);
    }
  for (const secret of Object.values(secrets))
    for (const before of ['', 'a', 'ab', 'abc:']) {
      const encoded = Buffer.from(`${before}${secret}zz`).toString('base64');
      assert.match(knowing.inText(encoded), '[redacted]', `${secret} after ${before}`);
    }
});

test('[testing.cassette-sent] numbers and words that only name a credential', () => {
  const sent = hider.sentIn({ headers: {}, url: 'https://api.example/', rawBody: '{"pin":123456789,"auth":{"type":"password"}}' });
  const text = '{"a": 123456789, "b": "password"}';
  assert.is(hider.knowing(sent).inBody(text), '{"a": "[redacted]", "b": "password"}');
});

test('[testing.cassette-unchanged] what holds no credential stays byte for byte', () => {
  const rows: readonly (readonly [text: string, type?: string])[] = [
    ['QUJDREVGRw==', 'text/plain'], ['QUJDREVGRw=='], ['x={a:1}', 'text/html'], ['a=é', 'text/plain'], ['a=é&b=~x+y%20z'], ['a=1+1&b=%7e', 'application/x-www-form-urlencoded'],
    ['{"a": 1.0, "n": 12345678901234567890, "u": "\\u0041\\/"}', 'application/json'], ['{"2":1,"1":2,"2":3}'], [' [1,\n 2 ]\r\n'], ['{"a":1}\n\n{"a": 2.50}\n'],
    ['data:{"a": 1.0}\r\n\r\n', 'text/event-stream'], ['--b\r\n\r\na=1\r\n--b--', 'multipart/mixed; boundary=b'], ['<a href="/x?q=%22a%22&page=2">y</a>', 'text/html'],
    ['WWW: Bearer resource_metadata="https://a.example/", error="invalid_token"', 'text/plain'], ['{"message":"the token: must be new"}'], [''],
  ]; // prettier-ignore
  for (const [text, type] of rows) assert.is(hider.inBody(text, type), text);
});

test('[testing.cassette-unchanged] only the credential is replaced', () => {
  assert.is(
    hider.inBody('{ "a": 1.0,\n "token" : "x1y2z3" , "b":[ "\\u0041" ] }'),
    '{ "a": 1.0,\n "token" : "[redacted]" , "b":[ "\\u0041" ] }',
  );
  assert.is(hider.inBody('a=%7e+b&token=x&c=é', 'application/x-www-form-urlencoded'), 'a=%7e+b&token=%5Bredacted%5D&c=é');
  assert.is(hider.inBody('x={"token":12345,"b":1.0}', 'text/html'), 'x={"token":"[redacted]","b":1.0}');
});

const long: Readonly<Record<string, string>> = {
  words: 'a-', names: 'token-', pairs: 'a=', 'empty pairs': 'token=""', elements: '<a>', credentials: '<token>', tags: '<a "', quotes: `"a:'`, escapes: '"\\', brackets: '"token":[', 'JSON Web Tokens': 'eyJaaaaaaaa.',
  'their beginnings': '-eyJ', boundaries: '--b', schemes: 'a://', letters: 'a', percent: '%25', 'encoded pairs': '%3D', 'scheme names': 'Bearer ', keys: '-----BEGIN PRIVATE KEY-----', beginnings: 'sk-', lines: '\n\n', events: 'data:\n', lists: '[', spaces: 'token ',
}; // prettier-ignore

/** CPU time, which other processes do not lengthen. */
function workOf(text: string, type: string): number {
  const before = process.cpuUsage();
  hider.inBody(text, type);
  const { system, user } = process.cpuUsage(before);
  return system + user;
}

/**
 * Eight times the work for eight times the text, 64 times if it grew with the square. What takes less than 3 ms cannot be told apart. One pair of
 * measurements is enough: a busy host, a collection of garbage or a compilation may make any one of them wrong.
 */
const isProportional = (textOf: (length: number) => string, type: string): boolean =>
  Array.from({ length: 12 }).some(() => workOf(textOf(80_000), type) < 30 * Math.max(workOf(textOf(10_000), type), 3000));

for (const [kind, piece] of Object.entries(long))
  test(`[testing.cassette-long] the work for a long text of ${kind} grows as the text does`, () => {
    for (const type of ['text/plain', 'multipart/form-data; boundary=b'])
      assert.ok(
        isProportional((length) => piece.repeat(length / piece.length), type),
        type,
      );
  });

test('[testing.cassette-long] a text that is encoded over and over is read a few times', () => {
  assert.ok(isProportional((length) => `kept=%${'25'.repeat(length / 2)}3Dx`, 'text/plain'));
});

test.run();
