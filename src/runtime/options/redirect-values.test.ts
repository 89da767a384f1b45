import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { dcrProblems, privateSchemeProblem, redirectUriProblem } from './redirect-values.ts';

test('[signin.private-schemes] a scheme of an app is listed in lower case; those that browsers open themselves are refused', () => {
  for (const scheme of ['cursor', 'vscode', 'com.example.app', 'x-1+a']) assert.is(privateSchemeProblem(scheme), undefined, scheme);
  for (const scheme of ['', 'Cursor', 'cursor:', 'cursor://', '1x', 'é', 'a b'])
    assert.match(String(privateSchemeProblem(scheme)), 'expected a scheme');
  const opened = 'javascript vbscript data blob file filesystem about view-source http https ws wss ftp mailto tel sms intent chrome'.split(
    ' ',
  );
  for (const scheme of opened) {
    assert.match(String(privateSchemeProblem(scheme)), 'browsers open this scheme themselves');
    if (!scheme.startsWith('http')) assert.ok(redirectUriProblem(`${scheme}:/x`, [scheme]) !== undefined, scheme);
  }
});

test('[signin.private-schemes] a redirect URI of a listed scheme is good as it is written, and no other one is', () => {
  const listed = ['cursor', 'com.example.app'];
  for (const uri of ['cursor://anysphere.cursor-mcp/oauth/callback', 'com.example.app:/back?x=1', 'https://app.example/cb'])
    assert.is(redirectUriProblem(uri, listed), undefined, uri);
  for (const uri of [
    'vscode://x/y',
    'CURSOR://x/y',
    'cursor:x',
    'cursor',
    'cursor2://x',
    'cursor://u:p@x/y',
    'cursor://x/y#f',
    'cursor://x/ y',
    'javascript:/x',
  ])
    assert.ok(redirectUriProblem(uri, listed) !== undefined, uri);
  assert.match(
    String(redirectUriProblem('vscode://x/y', listed)),
    'must be an absolute http or https URL, or begin with cursor:/ or com.example.app:/',
  );
  assert.is(redirectUriProblem('cursor://x/y', [])?.endsWith('must be an absolute http or https URL'), true);
});

test('[signin.private-schemes] what the check of options accepts in dcr the start accepts', () => {
  const clients = [{ clientId: 'a', redirectUris: ['cursor://x/y'] }];
  assert.equal(dcrProblems({ privateUseSchemes: ['cursor'], clients, allowedRedirectUris: ['cursor://x/y', 'http://localhost:*/cb'] }), []);
  assert.equal(dcrProblems({ clients, allowedRedirectUris: ['cursor://x/y'] }), [
    'allowedRedirectUris item 1: expected an http or https URL, with * for characters within a part, or one of privateUseSchemes',
    'clients item 1: redirect URI "cursor://x/y" must be an absolute http or https URL',
  ]);
  assert.equal(dcrProblems({ privateUseSchemes: ['cursor'], allowedRedirectUris: ['cursor://*/y'] }), [
    'allowedRedirectUris item 1: is compared exactly: write it without *',
  ]);
});

test.run();
